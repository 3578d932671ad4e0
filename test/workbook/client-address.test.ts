import { expect, test } from 'vitest'
import { clientAddress } from '#kit'

const from = (forwarded: string | string[] | undefined, remoteAddress = '10.0.0.9') => ({
  headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded as string },
  socket: { remoteAddress },
})

test('without a trusted proxy the header is not read', () => {
  expect(clientAddress(from('1.1.1.1'), 0)).toBe('10.0.0.9')
  expect(clientAddress(from(undefined), 0)).toBe('10.0.0.9')
})

test('each trusted proxy is one step to the left, and no further', () => {
  const spoofed = from('6.6.6.6, 1.1.1.1, 10.0.0.1')
  expect(clientAddress(spoofed, 1)).toBe('10.0.0.1')
  expect(clientAddress(spoofed, 2)).toBe('1.1.1.1')
})

test('a request that came past the proxies is known by its socket alone', () => {
  expect(clientAddress(from(undefined), 2)).toBe('10.0.0.9')
  expect(clientAddress(from('1.1.1.1'), 3)).toBe('10.0.0.9')
})

test('several header lines are one list; an IPv4 address is one in IPv6 as well', () => {
  expect(clientAddress(from(['1.1.1.1', '2.2.2.2']), 1)).toBe('2.2.2.2')
  expect(clientAddress(from(undefined, '::ffff:7.7.7.7'), 0)).toBe('7.7.7.7')
})
