#include "router/flags.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/version.h"

namespace ferro::router {
namespace {

// What CLI11 fills before units are applied.
struct Raw {
  double header_s = 10;
  double keepalive_s = 75;
  double body_s = 120;
  double write_s = 60;
  double timeout_s = 3600;
  double drain_s = 30;
  uint64_t body_mb = 64;
  uint64_t inflight_mb = 256;
  std::vector<std::string> metrics_compat;
  std::string log_format = "text";
};

void AddNetwork(CLI::App& app, GatewayFlags& flags) {
  app.add_option("--host", flags.host, "address to listen on, or unix:/path")->capture_default_str();
  app.add_option("--port", flags.port, "TCP port; 0 picks a free one")
      ->check(CLI::Range(0, 65535))
      ->capture_default_str();
  app.add_option("--event-threads", flags.event_threads, "threads that serve connections")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  app.add_option("--lm-target", flags.lm_target, "gRPC target of the lm service (unix:/path, host:port, dns:///name)");
  app.add_option("--decide-target", flags.decide_target, "gRPC target of the decide service, likewise");
  app.add_option("--embed-target", flags.embed_target, "gRPC target of the embed service, likewise");
  app.add_option("--max-conns", flags.limits.connections, "open connections; more get 503")
      ->check(CLI::Range(1, 65535))
      ->capture_default_str();
  app.add_option("--max-conns-per-peer", flags.limits.connections_per_peer,
                 "open connections of one address, loopback not counted")
      ->check(CLI::Range(1, 65535))
      ->capture_default_str();
}

void AddLimits(CLI::App& app, Raw& raw) {
  const auto seconds = [&](const char* name, double& value, const char* help) {
    app.add_option(name, value, help)->check(CLI::Range(0.001, 1e6))->capture_default_str();
  };
  app.add_option("--max-body-mb", raw.body_mb, "largest request body, MiB; larger is 413")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app.add_option("--max-inflight-body-mb", raw.inflight_mb, "all request bodies held at once, MiB; more is 503")
      ->check(CLI::Range(1, 65536))
      ->capture_default_str();
  seconds("--header-timeout", raw.header_s, "seconds from the first byte of a request to the end of its headers");
  seconds("--keepalive-timeout", raw.keepalive_s, "seconds that an idle connection is kept");
  seconds("--body-timeout", raw.body_s, "seconds for a request body, which must also bring 1 KiB a second");
  seconds("--write-timeout", raw.write_s, "seconds that a client may take no byte of its answer");
  seconds("--timeout", raw.timeout_s, "seconds that a request without streaming may take; then 504");
  seconds("--drain-seconds", raw.drain_s, "seconds that running requests get after SIGTERM");
}

void AddApi(CLI::App& app, GatewayFlags& flags) {
  app.add_option(
      "--api-key", flags.api_keys,
      "`[label: ]key[ ; rpm=N][ ; concurrent=N][ ; routes=/a,/b]`; repeatable, FERRO_API_KEY adds one. Without any "
      "key all routes are open");
  app.add_option("--api-key-file", flags.api_key_file, "one entry a line, # comments; read again on SIGHUP");
  app.add_flag("--accept-gzip", flags.gateway.accept_gzip,
               "request bodies may be compressed by gzip or deflate, too; zstd always works");
  app.add_flag("--metrics-open", flags.gateway.metrics_open, "/metrics needs no key");
  app.add_flag("--models-open", flags.gateway.models_open, "/v1/models needs no key");
  app.add_option("--cors-origins", flags.gateway.cors.origins,
                 "`*`, `none`, or a comma list of `localhost` and origins such as https://app.example")
      ->capture_default_str();
  app.add_option("--cors-methods", flags.gateway.cors.methods, "Access-Control-Allow-Methods")->capture_default_str();
  app.add_option("--cors-headers", flags.gateway.cors.headers, "Access-Control-Allow-Headers")->capture_default_str();
  app.add_flag("--cors-credentials", flags.gateway.cors.credentials, "pages may send cookies and credentials");
  app.add_option("--sse-ping-interval", flags.api.sse_ping_interval_s,
                 "seconds of silence in a stream after which a comment is sent; -1 = never")
      ->check(CLI::Range(-1, 86400))
      ->capture_default_str();
  app.add_flag("--strict-model", flags.api.strict_model, "404 for model names that are not served");
  app.add_flag("--reject-token-input", flags.api.reject_token_input,
               "400 for token ids in place of texts to embed, which most clients make with another tokenizer");
  app.add_option("--model-alias", flags.api.model_aliases, "a further name of the language model; repeatable");
}

}  // namespace

absl::StatusOr<GatewayFlags> ParseFlags(int argc, const char* const* argv, int* exit_code) {
  GatewayFlags flags;
  Raw raw;
  CLI::App app("HTTP gateway of Ferro: OpenAI-compatible API in front of the model services", "ferro-gateway");
  app.set_version_flag("--version", std::string(kVersion));
  app.set_config("--config", "", "file with flags, one `name=value` a line");
  AddNetwork(app, flags);
  AddLimits(app, raw);
  AddApi(app, flags);
  app.add_option("--metrics-compat", raw.metrics_compat,
                 "also print metrics under the names of other servers: llamacpp, vllm; a comma list")
      ->delimiter(',')
      ->check(CLI::IsMember({"llamacpp", "vllm"}));
  app.add_option("--log-format", raw.log_format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    *exit_code = error.get_exit_code() == 0 ? app.exit(error) : 2;  // 0: --help, --version
    return absl::InvalidArgumentError(error.what());
  }
  if (const absl::Status cors = CheckCorsOptions(flags.gateway.cors); !cors.ok()) {
    *exit_code = 2;
    return cors;
  }
  if (flags.api.sse_ping_interval_s == 0) {
    *exit_code = 2;
    return absl::InvalidArgumentError("--sse-ping-interval 0: use -1 to send none, or at least 1 second");
  }
  if (const char* key = std::getenv("FERRO_API_KEY"); key != nullptr && *key != '\0') flags.api_keys.push_back(key);
  flags.limits.body = raw.body_mb << 20;
  flags.limits.inflight_bodies = raw.inflight_mb << 20;
  flags.limits.header_timeout = absl::Seconds(raw.header_s);
  flags.limits.keepalive_timeout = absl::Seconds(raw.keepalive_s);
  flags.limits.body_timeout = absl::Seconds(raw.body_s);
  flags.limits.body_grace = std::min(flags.limits.body_grace, flags.limits.body_timeout);
  flags.limits.write_timeout = absl::Seconds(raw.write_s);
  flags.api.timeout = absl::Seconds(raw.timeout_s);
  flags.drain = absl::Seconds(raw.drain_s);
  for (const std::string& server : raw.metrics_compat) {
    if (server == "llamacpp") flags.api.metrics_compat.llamacpp = true;
    if (server == "vllm") flags.api.metrics_compat.vllm = true;
  }
  flags.json_log = raw.log_format == "json";
  return flags;
}

}  // namespace ferro::router
