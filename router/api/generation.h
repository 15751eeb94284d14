// The flow of one generating request: service calls, events, the answer as one object or as a stream.
#ifndef FERRO_ROUTER_API_GENERATION_H_
#define FERRO_ROUTER_API_GENERATION_H_

#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/time/time.h"
#include "router/api/context.h"
#include "router/api/reply_format.h"
#include "router/api/sampling_fields.h"

namespace ferro::router {

// One Generate call per choice; choices of a stream interleave. Runs on the exchange's executor; alive as long as its
// calls. The 200 of a stream is held back until the first event or ping, so that early failures keep their status.
class Generation : public std::enable_shared_from_this<Generation> {
 public:
  // Starts `requests` (at least one), whose order is that of the choices.
  static void Start(ApiContext& context, std::shared_ptr<Exchange> exchange, const ReplyFormat& format,
                    std::shared_ptr<const ferro::common::v1::ModelInfo> model, const DeliveryOptions& delivery,
                    std::vector<ferro::lm::v1::GenerateRequest> requests);

 private:
  struct Choice {
    std::shared_ptr<GenerateStream> call;
    std::optional<ferro::lm::v1::Started> started;
    bool opened = false;
    std::optional<ferro::lm::v1::Finished> finished;
    ChoiceText text;
    bool called = false;            // a call of a tool was sent
    bool text_after_calls = false;  // and not the text that came after it
    absl::Time last_delta = absl::InfinitePast();
  };

  Generation(ApiContext& context, std::shared_ptr<Exchange> exchange, const ReplyFormat& format,
             std::shared_ptr<const ferro::common::v1::ModelInfo> model, const DeliveryOptions& delivery);

  void Begin(std::vector<ferro::lm::v1::GenerateRequest> requests);
  void OnEvent(int index, const ferro::lm::v1::GenerateResponse& event);
  void OnDelta(int index, const ferro::lm::v1::Delta& delta);
  void OnFinished(int index, const ferro::lm::v1::Finished& finished);
  void OnDone(int index, const absl::Status& status);
  void Fail(const HttpError& error);
  void CancelCalls();

  // The object around `choices`.
  Json Envelope(Json choices) const;
  Json Chunk(Json choice) const;
  void SendWhole();
  // Sends `events` and asks for the next event of `index` when the client keeps up.
  void Send(int index, std::string events);
  std::string OpeningEvents(int index);
  std::string ClosingEvents(int index);
  void EnsureStream();
  void ArmPing();
  void FillNote();
  ferro::common::v1::Usage TotalUsage() const;
  Json TotalTimings() const;

  ApiContext& context_;
  const std::shared_ptr<Exchange> exchange_;
  const ReplyFormat& format_;
  const std::shared_ptr<const ferro::common::v1::ModelInfo> model_;
  const DeliveryOptions delivery_;
  const std::string id_;
  const int64_t created_;
  const std::string fingerprint_;

  std::vector<Choice> choices_;
  size_t finished_ = 0;
  bool over_ = false;
  bool streaming_ = false;
  absl::Time last_write_;
  absl::Duration ping_interval_ = absl::InfiniteDuration();
  boost::asio::steady_timer ping_timer_;
};

}  // namespace ferro::router

#endif  // FERRO_ROUTER_API_GENERATION_H_
