import { oncePerProcess } from './once-per-process.ts'

const places = oncePerProcess('kata.reachable', () => new Set<string>())

const LOOPBACK = ['127.0.0.1', '::1', '[::1]']
const placeOf = (host: string, port: number) =>
  `${LOOPBACK.includes(host) ? 'localhost' : host}:${port}`

/** Notes a server of the tests: where the network is closed, this place stays open. */
export function allowPlace(host: string, port: number): void {
  places.add(placeOf(host, port))
}

export const isAllowedPlace = (host: string, port: number): boolean =>
  places.has(placeOf(host, port))
