/**
 * Checks of parameters. Each returns nothing, or throws a `RangeError` whose message starts with the
 * parameter's name and shows the value: `windowMs must be a positive finite number, got -1`.
 */

/** Throws unless `value` is a finite number (0, negative and fractional ones are fine). */
export function finite(name: string, value: number): void {
  if (!Number.isFinite(value)) fail(name, 'a finite number', value)
}

/** Throws unless `value` is a finite number above 0. */
export function positiveFinite(name: string, value: number): void {
  if (!(Number.isFinite(value) && value > 0)) fail(name, 'a positive finite number', value)
}

/** Throws unless `value` is a number above 0 and at most `max`, which is finite. */
export function positiveAtMost(name: string, value: number, max: number): void {
  if (!(value > 0 && value <= max)) fail(name, `a positive number ≤ ${max}`, value)
}

/** Throws unless `value` is a finite number ≥ 0. */
export function nonNegativeFinite(name: string, value: number): void {
  if (!(Number.isFinite(value) && value >= 0)) fail(name, 'a finite number ≥ 0', value)
}

/** Throws unless `value` is an integer from `min` to `max`, both included. */
export function integerIn(name: string, value: number, min: number, max: number): void {
  if (!(Number.isInteger(value) && value >= min && value <= max)) {
    const range =
      max < min
        ? `an integer from ${min} to ${max} (there is none)`
        : max === Number.POSITIVE_INFINITY
          ? `an integer ≥ ${min}`
          : `an integer from ${min} to ${max}`
    fail(name, range, value)
  }
}

/** Throws unless `value` is an integer ≥ `min`. */
export function integerAtLeast(name: string, value: number, min: number): void {
  integerIn(name, value, min, Number.POSITIVE_INFINITY)
}

/** Throws unless `value` is above 0 and below 1; with `orOne` 1 is fine as well. */
export function fraction(name: string, value: number, orOne?: 'or 1'): void {
  if (!(value > 0 && (value < 1 || (orOne && value === 1)))) {
    fail(name, orOne ? 'a number above 0, at most 1' : 'a number above 0 and below 1', value)
  }
}

/** Throws unless `value` is a multiple of `unit`, above 0. */
export function multipleOf(name: string, value: number, unit: number): void {
  if (!(value > 0 && Number.isInteger(value / unit))) {
    fail(name, `a multiple of ${unit} above 0`, value)
  }
}

/** Throws unless `value` is printable ASCII: what a header's quoted string can hold. */
export function printableAscii(name: string, value: string): void {
  if (!/^[\x20-\x7e]*$/.test(value)) fail(name, 'printable ASCII', value)
}

/** Throws if a key's name holds a brace: what is between braces alone would decide its hash slot. */
export function withoutBraces(name: string, value: string): void {
  if (/[{}]/.test(value)) fail(name, 'a name without braces', value)
}

/** Throws unless each value is a number, ±Infinity included: `notNaN({ min, max })` names what is not. */
export function notNaN(values: Readonly<Record<string, number>>): void {
  for (const name in values) {
    const value = values[name]
    if (typeof value !== 'number' || Number.isNaN(value)) fail(name, 'a number', value)
  }
}

/** Throws unless each value is an integer, of either sign: `integers({ start, stop })`. */
export function integers(values: Readonly<Record<string, number>>): void {
  for (const name in values) {
    if (!Number.isInteger(values[name])) fail(name, 'an integer', values[name])
  }
}

/** Returns `score + delta`. Throws if that is no number: a `NaN`, or `Infinity` and `-Infinity`. */
export function increased(score: number, delta: number): number {
  notNaN({ delta })
  const sum = score + delta
  if (Number.isNaN(sum)) fail('delta', `such that ${score} + delta is a number`, delta)
  return sum
}

function fail(name: string, wanted: string, value: unknown): never {
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  throw new RangeError(`${name} must be ${wanted}, got ${shown}`)
}
