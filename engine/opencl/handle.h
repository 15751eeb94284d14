// Ownership of OpenCL objects.
#ifndef FERRO_ENGINE_OPENCL_HANDLE_H_
#define FERRO_ENGINE_OPENCL_HANDLE_H_

#include <cstdint>
#include <utility>

#include "engine/opencl/functions.h"

namespace ferro::opencl {

// Releases an OpenCL object when it goes; movable.
template <class T>
class Handle {
 public:
  using Release = cl_int(CL_API_CALL*)(T);
  Handle() = default;
  Handle(T object, Release release) : object_(object), release_(release) {}
  Handle(Handle&& other) noexcept : object_(std::exchange(other.object_, nullptr)), release_(other.release_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(object_, other.object_);
    std::swap(release_, other.release_);
    return *this;
  }
  ~Handle() {
    if (object_ != nullptr) release_(object_);
  }
  T get() const { return object_; }

 private:
  T object_ = nullptr;
  Release release_ = nullptr;
};

// Device memory. Its address never changes.
class Buffer {
 public:
  Buffer() = default;
  Buffer(Handle<cl_mem> memory, int64_t bytes) : memory_(std::move(memory)), bytes_(bytes) {}
  cl_mem get() const { return memory_.get(); }
  int64_t bytes() const { return bytes_; }

 private:
  Handle<cl_mem> memory_;
  int64_t bytes_ = 0;
};

}  // namespace ferro::opencl

#endif  // FERRO_ENGINE_OPENCL_HANDLE_H_
