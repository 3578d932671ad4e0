/** The language itself. */
export const LANGUAGE = [
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Date'],
  ...['Promise', 'RegExp', 'JSON', 'Math', 'Intl', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef'],
  ...['Proxy', 'Reflect', 'Iterator', 'ArrayBuffer', 'DataView', 'Temporal'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError'],
  ...['TypeError', 'URIError', 'SuppressedError', 'DisposableStack', 'AsyncDisposableStack'],
  ...['Int8Array', 'Int16Array', 'Int32Array', 'Uint8Array', 'Uint8ClampedArray', 'Uint16Array'],
  ...['Uint32Array', 'Float16Array', 'Float32Array', 'Float64Array', 'BigInt64Array'],
  ...['BigUint64Array', 'Infinity', 'NaN', 'undefined', 'isFinite', 'isNaN', 'parseFloat'],
  ...['parseInt', 'decodeURI', 'decodeURIComponent', 'encodeURI', 'encodeURIComponent'],
  ...['escape', 'unescape'],
]

/** Its timers, its console, and what of Node says nothing of the process or the machine. */
export const OF_NODE = [
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  ...['setImmediate', 'clearImmediate', 'queueMicrotask', 'structuredClone', 'console'],
  ...['performance', 'Buffer', 'TextEncoder', 'TextDecoder', 'URL', 'URLSearchParams', 'atob'],
  ...['btoa', 'crypto', 'AbortController', 'AbortSignal', 'Event', 'EventTarget', 'DOMException'],
]

/** What a kata about HTTP may need beside them; all others have no network. */
export const WEB = [
  ...['fetch', 'Headers', 'Request', 'Response', 'FormData', 'Blob', 'File', 'ReadableStream'],
  ...['WritableStream', 'TransformStream', 'TextDecoderStream', 'TextEncoderStream'],
]

/** Globals that an implementation may need which may import these. */
export const globalsFor = (imports: readonly string[]): readonly string[] => [
  ...[...LANGUAGE, ...OF_NODE],
  ...(imports.includes('node:http') ? WEB : []),
]
