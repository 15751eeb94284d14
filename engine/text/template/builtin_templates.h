// Templates for model files whose own template is missing or cannot be parsed.
#ifndef FERRO_ENGINE_TEXT_TEMPLATE_BUILTIN_TEMPLATES_H_
#define FERRO_ENGINE_TEXT_TEMPLATE_BUILTIN_TEMPLATES_H_

namespace ferro {

// LFM2.5: tools as `List of tools: [...]` in the system text, reasoning of earlier replies removed.
inline constexpr char kPlainTemplate[] = R"__JINJA__(
{{- bos_token -}}
{%- set ns = namespace(system="", last=-1) -%}
{%- set turns = messages -%}
{%- if turns and turns[0].role == "system" -%}
  {%- set ns.system = turns[0].content -%}
  {%- set turns = turns[1:] -%}
{%- endif -%}
{%- if tools -%}
  {%- set ns.system = ns.system ~ ("\n" if ns.system) ~ "List of tools: [" ~ tools | map("tojson") | join(", ") ~ "]" -%}
{%- endif -%}
{%- if ns.system -%}
  {{- "<|im_start|>system\n" ~ ns.system ~ "<|im_end|>\n" -}}
{%- endif -%}
{%- for turn in turns if turn.role == "assistant" -%}
  {%- set ns.last = ns.last + 1 -%}
{%- endfor -%}
{%- set reply = namespace(index=0) -%}
{%- for turn in turns -%}
  {%- set text = turn.content -%}
  {%- if turn.role == "assistant" -%}
    {%- if reply.index != ns.last and "</think>" in text and not keep_past_thinking -%}
      {%- set text = text.split("</think>")[-1].strip() -%}
    {%- endif -%}
    {%- set reply.index = reply.index + 1 -%}
  {%- endif -%}
  {{- "<|im_start|>" ~ turn.role ~ "\n" ~ text ~ "<|im_end|>\n" -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- "<|im_start|>assistant\n" -}}{%- endif -%}
)__JINJA__";

// LFM2: tools and tool results between markers, reasoning left alone.
inline constexpr char kToolMarkersTemplate[] = R"__JINJA__(
{{- bos_token -}}
{%- set ns = namespace(system="") -%}
{%- set turns = messages -%}
{%- if turns and turns[0].role == "system" -%}
  {%- set ns.system = turns[0].content -%}
  {%- set turns = turns[1:] -%}
{%- endif -%}
{%- if tools -%}
  {%- set list = "<|tool_list_start|>[" ~ tools | map("tojson") | join(", ") ~ "]<|tool_list_end|>" -%}
  {%- set ns.system = ns.system ~ ("\n" if ns.system) ~ "List of tools: " ~ list -%}
{%- endif -%}
{%- if ns.system -%}
  {{- "<|im_start|>system\n" ~ ns.system ~ "<|im_end|>\n" -}}
{%- endif -%}
{%- for turn in turns -%}
  {%- set text = turn.content -%}
  {%- if turn.role == "tool" -%}
    {%- set text = "<|tool_response_start|>" ~ text ~ "<|tool_response_end|>" -%}
  {%- endif -%}
  {{- "<|im_start|>" ~ turn.role ~ "\n" ~ text ~ "<|im_end|>\n" -}}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- "<|im_start|>assistant\n" -}}{%- endif -%}
)__JINJA__";

}  // namespace ferro

#endif  // FERRO_ENGINE_TEXT_TEMPLATE_BUILTIN_TEMPLATES_H_
