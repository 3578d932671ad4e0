import { WindowCounter } from '#kata/03-time-deque/window-counter.ts'
import { probe, probeCost, probeMemory } from '#support'

probe('hits a few ms apart', (see) => {
  const window = new WindowCounter(1000)
  for (const now of [0, 10, 25, 500, 501, 999]) see('hit', () => window.hit(now))
  see('count', () => window.count(999))
})

probe('just at the edge', (see) => {
  const window = new WindowCounter(1000)
  window.hit(0)
  for (const now of [998, 999, 1000]) see('count', () => window.count(now))
})

probe('past the edge', (see) => {
  const window = new WindowCounter(1000)
  for (const now of [0, 7, 400]) window.hit(now)
  for (const now of [1003, 1009, 1300, 1401, 1500]) see('count', () => window.count(now))
  for (const now of [1600, 2700, 2800]) see('hit', () => window.hit(now))
})

probe('one frame to the next', (see) => {
  const window = new WindowCounter(100)
  for (const now of [50, 90, 98]) window.hit(now)
  for (const now of [101, 130]) see('hit', () => window.hit(now))
})

probe('at one instant', (see) => {
  const window = new WindowCounter(1000)
  for (let i = 0; i < 5; i++) see('hit', () => window.hit(3))
})

probe('asking again and again', (see) => {
  const window = new WindowCounter(1000)
  window.hit(5)
  for (let i = 0; i < 4; i++) see('count', () => window.count(5))
})

probe('a burst goes at once', (see) => {
  const window = new WindowCounter(100)
  for (let now = 0; now < 20; now++) window.hit(now)
  see('count', () => window.count(5000))
})

probe('the clock goes back after a hit', (see) => {
  const window = new WindowCounter(100)
  for (const now of [910, 1000]) window.hit(now)
  for (const now of [850, 990]) see('hit', () => window.hit(now))
  for (const now of [800, 960, 1005, 1020, 1099]) see('count', () => window.count(now))
})

probe('the clock goes back after a count', (see) => {
  const window = new WindowCounter(100)
  window.count(1000)
  window.hit(850)
  for (const now of [960, 1050]) see('count', () => window.count(now))
})

probe('many hits in one window', (see) => {
  const window = new WindowCounter(1_000_000)
  for (let i = 0; i < 5000; i++) window.hit(i)
  see('count', () => window.count(5000))
})

probe('bad numbers', (see) => {
  const window = new WindowCounter(100)
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY]) {
    see('hit', () => window.hit(bad))
    see('count', () => window.count(bad))
    see('new', () => new WindowCounter(bad) && undefined)
  }
  see('new', () => new WindowCounter(0) && undefined)
})

const hits = (windowMs: number, n: number, each: (window: WindowCounter, i: number) => void) => {
  const window = new WindowCounter(windowMs)
  for (let i = 0; i < n; i++) each(window, i)
}

probeCost('cost while none goes', 64, (n) => () => {
  hits(1e9, n, (window, i) => window.hit(i))
})

probeCost('cost while each pushes one out', 64, (n) => () => {
  hits(n, 3 * n, (window, i) => window.hit(i))
})

probeMemory(
  'memory',
  () => new WindowCounter(10),
  (window: WindowCounter) => {
    for (let now = 0; now < 100_000; now++) window.hit(now)
  },
)
