#include "engine/opencl/lying_api.h"

#include <utility>

namespace ferro::opencl {
namespace {

std::vector<Lie> g_lies;
std::vector<int> g_told;
Api g_real;

cl_program CL_API_CALL CreateProgram(cl_context context, cl_uint count, const char** texts, const size_t* lengths,
                                     cl_int* code) {
  std::string source;
  for (cl_uint i = 0; i < count; ++i) {
    source += lengths == nullptr || lengths[i] == 0 ? std::string(texts[i]) : std::string(texts[i], lengths[i]);
  }
  for (size_t i = 0; i < g_lies.size(); ++i) {
    const size_t begin = source.find(g_lies[i].after);
    const size_t at = begin == source.npos ? begin : source.find(g_lies[i].from, begin + g_lies[i].after.size());
    if (at == source.npos) continue;
    source.replace(at, g_lies[i].from.size(), g_lies[i].to);
    ++g_told[i];
  }
  const char* text = source.c_str();
  const size_t length = source.size();
  return g_real.clCreateProgramWithSource(context, 1, &text, &length, code);
}

}  // namespace

const Api* LyingApi(const Api& real) {
  static const Api& lying = *new Api([&real] {
    g_real = real;
    Api api = real;
    api.clCreateProgramWithSource = CreateProgram;
    return api;
  }());
  return &lying;
}

void TellLies(std::vector<Lie> lies) {
  g_told.assign(lies.size(), 0);
  g_lies = std::move(lies);
}

std::vector<int> LiesTold() { return g_told; }

}  // namespace ferro::opencl
