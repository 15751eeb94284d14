// The Decide tab: questions are read from the form when they are sent, so that the page holds no second copy of them.
const types = {noul: 'Yes or no', choice: 'One of several', score: 'A level'};

// A labelled text field in `parent`.
function field(parent, text, name, value) {
  const label = add(parent, 'label', '', text);
  const input = add(label, 'input', name);
  input.value = value || '';
  return input;
}

function removeButton(parent, node) {
  button(parent, '✕', () => node.remove()).setAttribute('aria-label', 'Remove');
}

function addOption(criteria, key, description) {
  const row = add(criteria, 'div', 'row option-row');
  field(row, 'Option', 'key', key);
  field(row, 'Description', 'description', description);
  removeButton(row, row);
}

function addLevel(criteria, text) {
  const row = add(criteria, 'div', 'row level-row');
  field(row, 'Level, from the lowest', 'level', text);
  removeButton(row, row);
}

// Fields for the criteria of a question of that type, with the given ones or two to begin with.
function showCriteria(box, type, given) {
  box.replaceChildren();
  const criteria = add(box, 'div', 'criteria');
  if (type === 'noul') {
    const row = add(criteria, 'div', 'row');
    field(row, 'Yes means (may be empty)', 'yes', given && given.true);
    field(row, 'No means (may be empty)', 'no', given && given.false);
  } else if (type === 'choice') {
    for (const [key, description] of given || [['', ''], ['', '']]) addOption(criteria, key, description);
    button(box, 'Add an option', () => addOption(criteria));
  } else {
    for (const level of given || ['', '']) addLevel(criteria, level);
    button(box, 'Add a level', () => addLevel(criteria));
  }
}

function addQuestion(id, type, instructions, given) {
  const box = add($('questions'), 'fieldset', 'question');
  add(box, 'legend', 'sr', 'Question');
  const row = add(box, 'div', 'row');
  field(row, 'Name', 'id', id);
  const select = add(add(row, 'label', '', 'Answer'), 'select', 'type');
  for (const [value, text] of Object.entries(types)) add(select, 'option', '', text).value = value;
  select.value = type;
  removeButton(row, box);
  field(box, 'Question', 'instructions', instructions);
  const criteria = add(box, 'div', 'criteria-box');
  showCriteria(criteria, type, given);
  select.addEventListener('change', () => showCriteria(criteria, select.value));
}

const textOf = (box, name) => box.querySelector('.' + name).value;

function criteriaOf(box, type) {
  if (type === 'score') return [...box.querySelectorAll('.level')].map((input) => input.value);
  const criteria = new Map();
  if (type === 'noul') {
    if (textOf(box, 'yes')) criteria.set('true', textOf(box, 'yes'));
    if (textOf(box, 'no')) criteria.set('false', textOf(box, 'no'));
    return criteria.size ? criteria : undefined;
  }
  for (const row of box.querySelectorAll('.option-row')) {
    const key = textOf(row, 'key');
    if (criteria.has(key)) throw new Error('two options have the name “' + key + '”');
    criteria.set(key, textOf(row, 'description') || null);
  }
  return criteria;
}

// Objects are maps: plain ones move members whose names are whole numbers to the front, and the order of options counts.
function jsonText(value) {
  if (Array.isArray(value)) return '[' + value.map(jsonText).join(', ') + ']';
  if (value instanceof Map) return '{' + [...value].map(([k, v]) => JSON.stringify(k) + ': ' + jsonText(v)).join(', ') + '}';
  return JSON.stringify(value);
}

// The request of the form as JSON text. Throws what is wrong with it.
function requestText() {
  let state = JSON.stringify($('state').value);
  if ($('state-json').checked) {
    state = $('state').value;
    try {
      JSON.parse(state);
    } catch (error) {
      throw new Error('the state is no JSON: ' + error.message);
    }
  }
  const questions = new Map();
  for (const box of document.querySelectorAll('.question')) {
    const type = textOf(box, 'type');
    const id = textOf(box, 'id');
    if (questions.has(id)) throw new Error('two questions have the name “' + id + '”');
    const question = new Map([['type', type], ['instructions', textOf(box, 'instructions')]]);
    const criteria = criteriaOf(box, type);
    if (criteria !== undefined) question.set('criteria', criteria);
    questions.set(id, question);
  }
  const lines = [...questions].map(([id, question]) => '    ' + JSON.stringify(id) + ': ' + jsonText(question));
  return '{\n  "state": ' + state + ',\n  "questions": {\n' + lines.join(',\n') + '\n  }\n}';
}

// For a shell: the key by name, since commands are kept in histories.
function curlText(body) {
  const key = $('api_key').value ? ' -H "Authorization: Bearer $FERRO_API_KEY"' : '';
  return "curl " + location.origin + "/v1/systemone -H 'Content-Type: application/json'" + key +
    " -d '" + body.replaceAll("'", "'\\''") + "'";
}

async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Pages of another machine without TLS get no clipboard object.
  const area = add(document.body, 'textarea', 'sr', text);
  area.select();
  document.execCommand('copy');
  area.remove();
}

function addBar(parent, name, probability, best) {
  const row = add(parent, 'div', best ? 'option best' : 'option');
  add(row, 'span', '', name);
  add(add(row, 'div', 'track'), 'div', '').style.width = 100 * probability + '%';
  add(row, 'span', '', (100 * probability).toFixed(1) + ' %');
}

function showAnswer(id, answer) {
  const box = add($('answers'), 'article', 'answer');
  if (answer.type === 'noul') {
    add(box, 'h2', '', id + ': ' + (answer.noul >= 0.5 ? 'yes' : 'no'));
    addBar(box, 'yes', answer.noul, answer.noul >= 0.5);
    addBar(box, 'no', 1 - answer.noul, answer.noul < 0.5);
    return;
  }
  const legend = answer.legend || {};
  add(box, 'h2', '', id + ': ' + (answer.type === 'choice' ? answer.choice : answer.score.toFixed(2)));
  const best = Math.max(...Object.values(answer.probabilities));
  for (const [key, probability] of Object.entries(answer.probabilities)) {
    const text = typeof legend[key] === 'string' ? legend[key] : JSON.stringify(legend[key]);
    addBar(box, answer.type === 'score' ? key + ' ' + text : key, probability, probability === best);
  }
  add(box, 'div', 'dim', 'confidence ' + answer.confidence.toFixed(2));
}

function showSent(body) {
  const sent = add($('answers'), 'details', 'sent');
  add(sent, 'summary', 'dim', 'The request that was sent');
  add(sent, 'pre', '', body);
  const copying = button(sent, 'Copy as curl', async () => {
    await copy(curlText(body));
    copying.textContent = 'Copied';
    setTimeout(() => { copying.textContent = 'Copy as curl'; }, 1500);
  });
}

async function decide(signal) {
  $('answers').replaceChildren();
  let body;
  try {
    body = requestText();
    const sent = performance.now();
    const answer = await fetch('/v1/systemone', {method: 'POST', headers: headers(), body, signal});
    if (!answer.ok) throw new Error(await errorText(answer));
    const reply = await answer.json();
    signal.throwIfAborted();
    for (const [id, each] of Object.entries(reply.answers)) showAnswer(id, each);
    for (const warning of reply.warnings || []) add($('answers'), 'div', 'warning', warning);
    add($('answers'), 'div', 'stats', reply.usage.input_tokens + ' tokens · ' + (performance.now() - sent).toFixed(0) + ' ms');
  } catch (error) {
    signal.throwIfAborted();
    add($('answers'), 'div', 'error', error.message);
  }
  if (body) showSent(body);
  $('answers').scrollIntoView({block: 'nearest'});
}

const decideNewest = newest(decide);
$('decide-form').addEventListener('submit', (event) => {
  event.preventDefault();
  decideNewest();
});
$('add-question').addEventListener('click', () => {
  addQuestion('q' + (document.querySelectorAll('.question').length + 1), 'noul');
});

function fillDecideForm(state, ...questions) {
  $('state').value = state;
  $('state-json').checked = false;
  $('questions').replaceChildren();
  for (const question of questions) addQuestion(...question);
}

const refund = ['refund', 'noul', 'Is the customer asking for a refund?'];
const team = ['team', 'choice', 'Which team should handle this?',
  [['billing', 'charges, invoices and refunds'], ['technical', 'faults and outages'], ['sales', 'offers and new orders']]];
const urgency = ['urgency', 'score', 'How urgent is this?', ['can wait', 'today', 'now']];
addExamples($('decide-examples'), $('decide-form'), fillDecideForm, [
  ['A refund?', 'I was charged twice this month, please send one of the payments back.', refund],
  ['Which team?', 'Since the update this morning the app closes as soon as I open it.', team],
  ['How urgent?', 'The whole shop is down and customers are waiting in line!', urgency],
]);
fillDecideForm($('state').value, refund, team, urgency);
