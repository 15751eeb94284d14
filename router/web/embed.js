// The Embed tab: vectors of several texts, and how near each two are to one another.
const mostTexts = 64;  // a larger matrix cannot be read

function fillEmbedForm(model) {
  if (!model || !model.embedding || $('dimensions').options.length) return;
  for (const width of model.embedding.dimensions) add($('dimensions'), 'option', '', width).value = width;
  for (const task of model.embedding.tasks) add($('task'), 'option', '', task).value = task;
}

function textsOfForm() {
  const texts = $('texts').value.split('\n').map((line) => line.trim()).filter((line) => line);
  if (texts.length < 2) throw new Error('two texts at least, each on a line of its own');
  if (texts.length > mostTexts) throw new Error('no more than ' + mostTexts + ' texts here; the API takes more');
  return texts;
}

// Of vectors of length 1.
const cosine = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);

function matrixOf(vectors) {
  return vectors.map((a) => vectors.map((b) => cosine(a, b)));
}

// What lies between the least and the most similar pair, 0..1: cosines of one model fill a narrow range.
function shadeOf(matrix) {
  const values = matrix.flatMap((row, i) => row.filter((_, j) => i !== j));
  const least = Math.min(...values), most = Math.max(...values);
  return (value) => most > least ? Math.min(1, Math.max(0, (value - least) / (most - least))) : 0.5;
}

function showMatrix(parent, texts, matrix) {
  const shade = shadeOf(matrix);
  const table = add(add(parent, 'div', 'scroll'), 'table', 'heat');
  add(table, 'caption', 'sr', 'Cosine of each two texts');
  const head = add(add(table, 'thead', ''), 'tr', '');
  add(head, 'td', '');
  texts.forEach((text, i) => { add(head, 'th', '', i + 1).title = text; });
  const body = add(table, 'tbody', '');
  matrix.forEach((row, i) => {
    const line = add(body, 'tr', '');
    const name = add(line, 'th', 'name', (i + 1) + ' ' + texts[i]);
    name.title = texts[i];
    row.forEach((value, j) => {
      const cell = add(line, 'td', i === j ? 'same' : 'pair', value.toFixed(2));
      cell.title = texts[i] + ' | ' + texts[j];
      if (i !== j) cell.style.setProperty('--heat', (100 * shade(value)).toFixed(0) + '%');
    });
  });
}

// The pairs, nearest first.
function pairsOf(matrix) {
  const pairs = [];
  matrix.forEach((row, i) => row.forEach((value, j) => { if (j > i) pairs.push([value, i, j]); }));
  return pairs.sort((a, b) => b[0] - a[0]);
}

function showPairs(parent, texts, matrix) {
  add(parent, 'h2', '', 'Nearest pairs');
  const list = add(parent, 'ol', 'pairs');
  for (const [value, i, j] of pairsOf(matrix).slice(0, 3)) {
    add(list, 'li', '', value.toFixed(3) + ': “' + texts[i] + '” and “' + texts[j] + '”');
  }
}

async function compare(signal) {
  const place = $('similarities');
  place.replaceChildren();
  try {
    const texts = textsOfForm();
    const body = {input: texts, dimensions: Number($('dimensions').value) || undefined, task: $('task').value || undefined};
    const sent = performance.now();
    const answer = await fetch('/v1/embeddings', {method: 'POST', headers: headers(), body: JSON.stringify(body), signal});
    if (!answer.ok) throw new Error(await errorText(answer));
    const reply = await answer.json();
    signal.throwIfAborted();
    const took = performance.now() - sent;
    const matrix = matrixOf(reply.data.map((each) => each.embedding));
    showMatrix(place, texts, matrix);
    showPairs(place, texts, matrix);
    for (const warning of reply.warnings || []) add(place, 'div', 'warning', warning);
    add(place, 'div', 'stats', reply.usage.prompt_tokens + ' tokens · ' + reply.data[0].embedding.length + ' values a text · ' +
      took.toFixed(0) + ' ms');
  } catch (error) {
    signal.throwIfAborted();
    add(place, 'div', 'error', error.message);
  }
  place.scrollIntoView({block: 'nearest'});
}

const compareNewest = newest(compare);
$('embed-form').addEventListener('submit', (event) => {
  event.preventDefault();
  compareNewest();
});
addExamples($('embed-examples'), $('embed-form'), (...texts) => { $('texts').value = texts.join('\n'); }, [
  ['Customers', 'I was charged twice this month.', 'Please refund one of my two payments.', 'The app closes when I open it.',
    'The program crashes at the start.'],
  ['Weather and trains', 'It will rain tomorrow.', 'Bring an umbrella, showers are coming.', 'The train to the coast is late.',
    'The railway to the sea has a delay.'],
  ['Refunds and passwords', 'When do I see my money again?', 'A refund takes five working days to arrive on your card.',
    'How do I change my password?', 'I want to set a new password.'],
]);
