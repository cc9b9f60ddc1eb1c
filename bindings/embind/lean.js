// biome-ignore-all lint/complexity/useArrowFunction: this release of Emscripten wants functions

// Parts of embind that never run here, without their code: its errors are for mistakes in registrations (which would be
// seen when loading), and nothing but doubles crosses, one by one. For the release that types.cpp knows (CMakeLists.txt).

mergeInto(LibraryManager.library, {
  $extendError__deps: [],
  $extendError: function (base) {
    return base
  },
  $throwUnboundTypeError__deps: [],
  $throwUnboundTypeError: function (message) {
    throw Error(message)
  },
  // Two functions of one name.
  $ensureOverloadTable__deps: [],
  $ensureOverloadTable: function () {},
  // Values in memory.
  $getShiftFromSize: function () {},
  $floatReadValueFromPointer: function () {},
  // What was made for a call.
  $runDestructors: function () {}
})
