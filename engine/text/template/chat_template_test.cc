#include "engine/text/template/chat_template.h"

#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/status_testing.h"
#include "engine/text/template/value_json.h"
#include "gtest/gtest.h"

namespace ferro {
namespace {

using ::testing::HasSubstr;

absl::StatusOr<std::string> Render(absl::string_view source, absl::string_view variables = "{}") {
  auto parsed = ChatTemplate::Parse(source);
  if (!parsed.ok()) return parsed.status();
  return (*parsed)->Render(*jinja::ValueFromJson(variables), absl::UnixEpoch());
}

struct Case {
  const char* source;
  const char* text;
  const char* variables = "{}";
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.source; }

class RendersTest : public testing::TestWithParam<Case> {};

TEST_P(RendersTest, AsJinja2Does) {
  ASSERT_OK_AND_ASSIGN(const std::string text, Render(GetParam().source, GetParam().variables));
  EXPECT_EQ(text, GetParam().text);
}

INSTANTIATE_TEST_SUITE_P(
    Whitespace, RendersTest,
    testing::Values(Case{"a\n", "a"}, Case{"a\n\n", "a\n"}, Case{"a\r\nb\rc", "a\nb\nc"},
                    Case{"{% if true %}\nx\n{% endif %}\ny", "x\ny"}, Case{"  {% if true %}x{% endif %}", "x"},
                    Case{"a  {% if true %}x{% endif %}", "a  x"}, Case{"  {%+ if true %}x{% endif %}", "  x"},
                    Case{"{% if true +%}\nx{% endif %}", "\nx"}, Case{"a \n {%- if true -%} \n x{% endif %}", "ax"},
                    Case{"a \n {{- 1 -}} \n b", "a1b"}, Case{"  {{ 1 }}\n", "  1"}, Case{"  {# c #}\nx", "x"},
                    Case{"a {#- c -#} b", "ab"}, Case{"\u00a0{%- if true %}x{% endif %}", "x"},
                    Case{"{% raw %}{{ x }}{% endraw %}", "{{ x }}"},
                    Case{"{%- raw -%} {% y %} {%- endraw -%} z", "{% y %}z"},
                    Case{"{{ {'a': {'b': 1}} }}", "{'a': {'b': 1}}"}, Case{"{ { % }", "{ { % }"}));

INSTANTIATE_TEST_SUITE_P(
    Expressions, RendersTest,
    testing::Values(
        Case{"{{ 1 + 2 * 3 }} {{ (1 + 2) * 3 }} {{ 7 // 2 }} {{ -7 // 2 }} {{ -7 % 3 }} {{ 7 / 2 }}", "7 9 3 -4 2 3.5"},
        Case{"{{ 2 ** 10 }} {{ 1.0 }} {{ 1e16 }} {{ 1e-7 }} {{ 0.1 + 0.2 }}",
             "1024 1.0 1e+16 1e-07 0.30000000000000004"},
        Case{"{{ 'a' ~ 1 ~ none ~ true ~ missing }}", "a1NoneTrue"}, Case{"{{ 'a' 'b' \"c\" }}", "abc"},
        Case{R"({{ 'q\'\\\n\u00e9\x41\101\d' }})", "q'\\\néAA\\d"},
        Case{"{{ 1 < 2 < 3 }} {{ 1 < 2 > 5 }} {{ 'a' in 'cat' }} {{ 2 not in [1] }}", "True False True True"},
        Case{"{{ '' or 'x' }}|{{ 0 and 1 }}|{{ not [] }}|{{ 'a' if false }}|{{ 1 if 0 else 2 if 0 else 3 }}",
             "x|0|True||3"},
        Case{"{{ 'añ日'[1] }} {{ 'añ日'[-1] }} {{ 'añ日'[::-1] }} {{ [1,2,3][1:] }} {{ (1,) }} {{ 'añ日'|length }}",
             "ñ 日 日ña [2, 3] (1,) 3"},
        Case{"{{ d.items }}|{{ d['items'] }}|{{ d.x }}", "<function items>|5|", R"({"d": {"items": 5}})"},
        Case{"{{ d.get('a') }} {{ d.get('z', 7) }} {{ d.a.b }} {{ d['a']['b'] }}", "{'b': 1} 7 1 1",
             R"({"d": {"a": {"b": 1}}})"},
        Case{"{{ x == 1 }} {{ 1 == 1.0 }} {{ true == 1 }} {{ [1] == [1.0] }} {{ 123456789012345678901 }}",
             "False True True True 123456789012345678901"},
        Case{"{{ -5|abs }}{{ 5|string + 'a' }}", "55a"}, Case{"{{ a.0 }} {{ a[0:1][0] }}", "x x", R"({"a": ["x"]})"}));

INSTANTIATE_TEST_SUITE_P(
    Scopes, RendersTest,
    testing::Values(
        Case{"{% set x = 1 %}{% for i in [1, 2] %}{{ x }}{% set x = x + 1 %}{{ x }} {% endfor %}{{ x }}", "12 12 1"},
        Case{"{% set x = 1 %}{% if true %}{% set x = 2 %}{% endif %}{{ x }}", "2"},
        Case{"{% set ns = namespace(n=0) %}{% for i in [1, 2] %}{% set ns.n = ns.n + i %}{% endfor %}{{ ns.n }}", "3"},
        Case{"{% for i in [1, 2] %}{% if i == 1 %}{% set c = 'a' %}{% endif %}[{{ c }}]{% endfor %}", "[a][]"},
        Case{"{% set messages = messages[1:] %}{{ messages }}", "[2]", R"({"messages": [1, 2]})"},
        Case{"{% macro m() %}{{ x }}{% endmacro %}{% set x = 1 %}{{ m() }}{% set x = 2 %}{{ m() }}", "12"},
        Case{"{% macro m() %}{{ loop }}{{ i }}{% endmacro %}{% for i in [1] %}[{{ m() }}]{% endfor %}", "[]"},
        Case{"{% macro m() %}{{ x }}{% endmacro %}{{ m() }}{% set x = 1 %}", "", R"({"x": 5})"},
        Case{"{% set x %}{% set y = 1 %}a{{ y }}{% endset %}{{ x }}{{ y }}", "a1"},
        Case{"{% with a = 1, b = 2 %}{{ a + b }}{% endwith %}{{ a }}", "3"},
        Case{"{% generation %}{% set g = 1 %}{{ g }}{% endgeneration %}{{ g }}", "1"},
        Case{"{% for a in [1] %}{% for b in [2] %}{{ loop.index }}{{ a }}{{ b }}{% endfor %}{% endfor %}", "112"}));

INSTANTIATE_TEST_SUITE_P(
    Statements, RendersTest,
    testing::Values(
        Case{"{% for k, v in {'a': 1}.items() %}{{ k }}={{ v }}{% endfor %}", "a=1"},
        Case{"{% for i in [1, 2, 3] if i != 2 %}{{ loop.index }}/{{ loop.length }}:{{ i }} {% endfor %}",
             "1/2:1 2/2:3 "},
        Case{"{% for i in [] %}x{% else %}none{% endfor %}", "none"},
        Case{"{% for i in [1, 2, 3] %}{% if i == 2 %}{% continue %}{% endif %}{{ i }}{% endfor %}", "13"},
        Case{"{% for i in [1, 2, 3] %}{% if i == 2 %}{% break %}{% endif %}{{ i }}{% else %}e{% endfor %}", "1"},
        Case{"{% for i in [1] %}{% continue %}{% else %}e{% endfor %}", "e"},
        Case{"{% for i in 'ab' %}{{ loop.previtem }}{{ loop.nextitem }}{{ loop.first }}{{ loop.last }};{% endfor %}",
             "bTrueFalse;aFalseTrue;"},
        Case{"{% macro m(a, b='x', c=b) %}{{ a }}{{ b }}{{ c }}{% endmacro %}{{ m(1) }} {{ m(1, c=3) }} {{ m() }}",
             "1xx 1x3 xx"},
        Case{"{% macro m(n) %}{% if n %}{{ n }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(3) }}", "321"},
        Case{"{% macro m() %}[{{ caller(1) }}]{% endmacro %}{% call(x) m() %}in{{ x }}{% endcall %}", "[in1]"},
        Case{"{% macro m(a) %}{{ varargs }}{{ kwargs }}{% endmacro %}{{ m(1, 2, 3, z=4) }}", "(2, 3){'z': 4}"},
        Case{"{% filter upper %}a{{ 'b' }}{% endfilter %}", "AB"},
        Case{"{% set x | trim %} a {% endset %}[{{ x }}]", "[a]"}, Case{"{% set a, b = 1, 2 %}{{ a }}{{ b }}", "12"},
        Case{"{% if false %}1{% elif true %}2{% else %}3{% endif %}", "2"}));

INSTANTIATE_TEST_SUITE_P(
    Library, RendersTest,
    testing::Values(
        Case{"{{ x | tojson }}", R"({"b": 1.0, "a": [true, null, "é\"\\\n\u0001/<'"], "n": 1e-07})",
             R"({"x": {"b": 1.0, "a": [true, null, "é\"\\\n\u0001/<'"], "n": 1e-7}})"},
        Case{"{{ x | tojson(indent=2) }}", "{\n  \"a\": [\n    1\n  ],\n  \"b\": {}\n}",
             R"({"x": {"a": [1], "b": {}}})"},
        Case{"{{ x }}", R"(['it\'s "x"', "it's", 'é\n\u200b', None, 1.5])",
             R"({"x": ["it's \"x\"", "it's", "é\n\u200b", null, 1.5]})"},
        Case{"[{{ '\u00a0 x ' | trim }}] [{{ ' x '.rstrip() }}] [{{ 'xaax' | trim('x') }}]", "[x] [ x] [aa]"},
        Case{"{{ 'straße ς' | upper }} {{ 'ΑΣ' | lower }} {{ \"it's a-b\" | title }} {{ \"it's\".title() }}",
             "STRASSE Σ ας It's A-B It'S"},
        Case{"{{ missing | default('d') }} {{ none | default('d') }} {{ '' | default('d', true) }}", "d None d"},
        Case{"{{ m | selectattr('r', 'equalto', 'u') | map(attribute='c') | join('+') }}", "1+3",
             R"({"m": [{"r": "u", "c": 1}, {"r": "s", "c": 2}, {"r": "u", "c": 3}]})"},
        Case{"{{ [3, 1, 2] | sort }} {{ ['b', 'A'] | sort | join }} {{ [1, 1, 2] | unique | list }} {{ {'b': 1, 'a': "
             "2} | dictsort }}",
             "[1, 2, 3] Ab [1, 2] [('a', 2), ('b', 1)]"},
        Case{"{{ 'a,b,c'.split(',', 1) }} {{ ' a  b '.split() }} {{ 'a,b,c'.rsplit(',', 1) }}",
             "['a', 'b,c'] ['a', 'b'] ['a,b', 'c']"},
        Case{"{{ 'abc' | replace('b', 'xx') }} {{ 'ab' | replace('', '-') }} {{ 'a\nb' | indent(2) }}",
             "axxc -a-b- a\n  b"},
        Case{"{{ 2.5 | round }} {{ 2.675 | round(2) }} {{ '12' | int }} {{ 'x' | int(5) }} {{ 1e20 | int }} {{ -3 | "
             "abs }}",
             "2.0 2.67 12 5 100000000000000000000 3"},
        Case{"{{ range(3) }} {{ range(1, 9, 3) | list }} {{ range(9)[2:4] }}", "range(0, 3) [1, 4, 7] range(2, 4)"},
        Case{"{{ x is defined }} {{ none is none }} {{ 'a' is string }} {{ {} is mapping }} {{ 1 is number }} {{ true "
             "is boolean }} {{ missing is iterable }} {{ 3 is odd }} {{ 1 is in [1] }} {{ 'a' is sameas 'a' }}",
             "False True True True True True True True True True"},
        Case{"{{ strftime_now('%Y') | length }}", "4"},
        Case{"{{ [1, 2] | map('string') | list | tojson }}", R"(["1", "2"])"},
        Case{"{% set it = [1, 2] | map('string') %}{{ it | list }}{{ it | list }}", "['1', '2'][]"}));

struct Failure {
  const char* source;
  absl::StatusCode code;
  const char* message;
};
void PrintTo(const Failure& f, std::ostream* out) { *out << f.source; }

class FailsTest : public testing::TestWithParam<Failure> {};

TEST_P(FailsTest, WithReadableMessage) {
  const absl::StatusOr<std::string> text = Render(GetParam().source);
  EXPECT_EQ(text.status().code(), GetParam().code) << text.status();
  EXPECT_THAT(std::string(text.status().message()), HasSubstr(GetParam().message));
}

constexpr auto kBad = absl::StatusCode::kInvalidArgument;
constexpr auto kUnknown = absl::StatusCode::kUnimplemented;

INSTANTIATE_TEST_SUITE_P(
    Syntax, FailsTest,
    testing::Values(Failure{"\n{% include 'x' %}", kUnknown, "line 2: the tag 'include' is not supported"},
                    Failure{"{{ x | urlize }}", kUnknown, "line 1: the filter 'urlize'"},
                    Failure{"{{ x is foo }}", kUnknown, "the test 'foo'"},
                    Failure{"{% for a in b recursive %}{% endfor %}", kUnknown, "recursive"},
                    Failure{"{{ f(*x) }}", kUnknown, "*arguments"}, Failure{"{% nope %}", kBad, "unknown tag 'nope'"},
                    Failure{"{% if x %}", kBad, "ends before 'endif'"}, Failure{"{{ x", kBad, "inside a tag"},
                    Failure{"{{ (x }}", kBad, "line 1"}, Failure{"{# x", kBad, "end of comment"},
                    Failure{"{{ 'x }}", kBad, "end of a string"},
                    Failure{"{{ a b }}", kBad, "expected '}}', found 'b'"},
                    Failure{"{% break %}", kBad, "outside of a for"}, Failure{"{{ $ }}", kBad, "'$'"},
                    Failure{"{{ }}", kBad, "an expression"}, Failure{"{% set true = 1 %}", kBad, "cannot assign"}));

INSTANTIATE_TEST_SUITE_P(
    Running, FailsTest,
    testing::Values(Failure{"a\n{{ raise_exception('no ' ~ 'way') }}", kBad, "chat template: line 2: no way"},
                    Failure{"{{ x.y }}", kBad, "'x' is undefined"},
                    Failure{"{{ {}.a.b }}", kBad, "'dict object' has no attribute 'a'"},
                    Failure{"{{ [][0] + 1 }}", kBad, "list object has no element 0"},
                    Failure{"{{ missing | tojson }}", kBad, "undefined"},
                    Failure{"{% for x in none %}{% endfor %}", kBad, "not iterable"},
                    Failure{"{{ 1 + 'a' }}", kBad, "'int' and 'str'"},
                    Failure{"{{ 1 // 0 }}", kBad, "division by zero"}, Failure{"{{ [].append(1) }}", kBad, "unsafe"},
                    Failure{"{{ 'x'.encode() }}", kUnknown, "str.encode"},
                    Failure{"{{ 9223372036854775807 + 1 }}", kBad, "64 bits"},
                    Failure{"{% set x.y = 1 %}", kBad, "only namespaces"}, Failure{"{{ 5() }}", kBad, "not callable"}));

// Everything below would take forever, or all memory, without the limits.
INSTANTIATE_TEST_SUITE_P(
    Limits, FailsTest,
    testing::Values(
        Failure{"{% for a in range(100000) %}{% for b in range(100000) %}{% endfor %}{% endfor %}", kBad, "steps"},
        Failure{"{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", kBad, "too deeply"},
        Failure{
            "{% set ns = namespace(x='aaaaaaaa') %}{% for i in range(99) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}",
            kBad, "builds more text"},
        Failure{"{{ 'a' * 999999999999 }}", kBad, "builds more text"}, Failure{"{{ range(100001) }}", kBad, "100000"},
        Failure{"{{ ('a' * 60000000) | replace('a', 'bbbb') }}", kBad, "builds more text"},
        Failure{"{% set ns = namespace(x=[1], y=[1]) %}{% for i in range(200) %}{% set ns.x = [ns.x, ns.x] %}"
                "{% set ns.y = [ns.y, ns.y] %}{% endfor %}{{ ns.x == ns.y }}",
                kBad, "builds more text"},
        Failure{"{{ [[1]] | tojson(indent=99999999) }}", kBad, "builds more text"},
        Failure{"{% set ns = namespace(x=[]) %}{% for i in range(9999) %}{% set ns.x = [ns.x] %}{% endfor %}", kBad,
                "nested deeper"},
        Failure{"{% set x = 'a' * 60000000 %}{% for i in range(99) %}{{ x }}{% endfor %}", kBad, "builds more text"}));

TEST(ChatTemplateTest, LimitsOfTheSource) {
  EXPECT_EQ(ChatTemplate::Parse(std::string((1 << 20) + 1, 'a')).status().code(), kBad);
  for (const char* unit : {"(", "[", "{% if x %}", "-", "not ", "x + ", "x.a|trim|", "a[", "{% for x in y %}"}) {
    std::string source = unit[0] == '{' ? "" : "{{ ";
    for (int i = 0; i < 20000; ++i) source += unit;
    const auto parsed = ChatTemplate::Parse(source + "x }}");
    EXPECT_FALSE(parsed.ok()) << unit;
  }
  EXPECT_OK(Render("{{ " + std::string(90, '(') + "1" + std::string(90, ')') + " }}"));
}

// Chains of namespaces and of loops are released without recursion.
TEST(ChatTemplateTest, LongChainsOfNamespaces) {
  EXPECT_OK(Render(
      "{% set ns = namespace(x=0) %}{% for i in range(100000) %}{% set ns.x = namespace(x=ns.x) %}{% endfor %}"));
  EXPECT_OK(Render("{% set ns = namespace() %}{% set ns.x = ns %}"));
}

TEST(ChatTemplateTest, MacroThatOutlivesItsScopeIsRefused) {
  const auto text = Render(
      "{% set ns = namespace() %}{% for i in [1] %}{% macro m() %}{{ i }}{% endmacro %}{% set ns.m = m %}{% endfor %}"
      "{{ ns.m() }}");
  EXPECT_EQ(text.status().code(), kUnknown);
}

TEST(ChatTemplateTest, WalksListSeesForStatements) {
  const jinja::Value variables = *jinja::ValueFromJson(R"({"a": [1], "b": [1]})");
  ASSERT_OK_AND_ASSIGN(const auto parsed,
                       ChatTemplate::Parse("{% for x in a %}{% endfor %}{{ b|join }}{{ missing.x }}"));
  EXPECT_TRUE(parsed->WalksList(variables, *variables.mapping().Find("a")));
  EXPECT_FALSE(parsed->WalksList(variables, *variables.mapping().Find("b")));
}

TEST(ChatTemplateTest, RendersOnManyThreads) {
  ASSERT_OK_AND_ASSIGN(const auto parsed,
                       ChatTemplate::Parse("{% for i in range(50) %}{{ i }}{{ s|upper }}{% endfor %}"));
  const jinja::Value variables = *jinja::ValueFromJson(R"({"s": "a"})");
  const std::string expected = *parsed->Render(variables);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) EXPECT_EQ(*parsed->Render(variables), expected);
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace ferro
