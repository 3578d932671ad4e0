/**
 * So many tokens in a row are a piece: of fewer all code has the same ones, and more would be broken up by each
 * small change. All pieces are kept: to keep some (winnowing, as MOSS and Dolos do) pays in what is far longer.
 */
const PIECE = 12

/** Of fewer pieces a share says nothing. */
const LEAST_PIECES = 30

/** The pieces of some code, each once. */
export type Pieces = ReadonlySet<string>

export function piecesOf(tokens: readonly string[]): Pieces {
  const pieces = new Set<string>()
  for (let i = 0; i + PIECE <= tokens.length; i++) pieces.add(tokens.slice(i, i + PIECE).join(' '))
  return pieces
}

export function without(pieces: Pieces, others: Pieces): Pieces {
  return new Set([...pieces].filter((one) => !others.has(one)))
}

/** How much of the smaller one the other has, 0 to 1; undefined where that says nothing. */
export function shareOf(one: Pieces, other: Pieces): number | undefined {
  const [few, many] = one.size < other.size ? [one, other] : [other, one]
  if (few.size < LEAST_PIECES) return undefined
  let shared = 0
  for (const piece of few) if (many.has(piece)) shared++
  return shared / few.size
}

/** The same of each two of many, of which most share little: they are not gone through two by two. */
export function eachShare(
  all: readonly Pieces[],
  onShare: (one: number, other: number, share: number) => void,
): void {
  const shared = new Uint32Array(all.length * all.length)
  for (const own of holdersIn(all).values()) {
    for (const [nth, one] of own.entries()) {
      for (const other of own.slice(nth + 1)) {
        const at = one * all.length + other
        shared[at] = (shared[at] as number) + 1
      }
    }
  }
  for (const [i, one] of all.entries()) {
    for (let j = i + 1; j < all.length; j++) {
      const least = Math.min(one.size, all[j]?.size ?? 0)
      if (least >= LEAST_PIECES) onShare(i, j, (shared[i * all.length + j] as number) / least)
    }
  }
}

/** What more than so many of them have. */
export function commonIn(all: readonly Pieces[], most: number): Pieces {
  const common = [...holdersIn(all)].filter(([, own]) => own.length > most)
  return new Set(common.map(([piece]) => piece))
}

/** By piece who has it, in order. */
function holdersIn(all: readonly Pieces[]): Map<string, number[]> {
  const holders = new Map<string, number[]>()
  for (const [i, pieces] of all.entries()) {
    for (const piece of pieces) {
      const known = holders.get(piece)
      if (known) known.push(i)
      else holders.set(piece, [i])
    }
  }
  return holders
}
