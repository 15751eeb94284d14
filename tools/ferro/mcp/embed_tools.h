// The tools `rank` and `embed`: which texts are near in meaning, as POST /v1/rerank and /v1/embeddings answer it.
#ifndef FERRO_TOOLS_FERRO_MCP_EMBED_TOOLS_H_
#define FERRO_TOOLS_FERRO_MCP_EMBED_TOOLS_H_

#include <cstddef>
#include <vector>

#include "tools/ferro/mcp/answerer.h"
#include "tools/ferro/mcp/tool.h"

namespace ferro::mcp {

// Of one call of embed. Results go into the context of a language model, and 16 vectors of 768 numbers are about 150 kB
// there; whoever needs more has a program, which asks over HTTP.
inline constexpr size_t kMaxEmbedTexts = 16;
// Of one call of rank: with the query, as many as a call of the model takes.
inline constexpr size_t kMaxRankDocuments = 2047;
// Results of rank: by default, and at most.
inline constexpr int kDefaultRankResults = 10;
inline constexpr int kMaxRankResults = 100;

// rank: the documents nearest to a query, with `ranker` answering for /v1/rerank. embed: the vectors themselves, with
// `embedder` answering for /v1/embeddings.
std::vector<Tool> EmbedTools(const Answerer& embedder, const Answerer& ranker);

}  // namespace ferro::mcp

#endif  // FERRO_TOOLS_FERRO_MCP_EMBED_TOOLS_H_
