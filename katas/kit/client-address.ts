import type { IncomingMessage } from 'node:http'

/** What {@link clientAddress} needs of a request. */
type Addressed = Pick<IncomingMessage, 'headers'> & {
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/**
 * The address that a request came from, behind `trustedProxies` proxies of one's own. Each of them adds
 * to `X-Forwarded-For`, on the right, the address that it was asked from; what stands further left came
 * with the request, and anybody may have written it. With 0 the header is not read at all. A request
 * that names too few has come past the proxies: of it only the socket's own address is believed.
 */
export function clientAddress({ headers, socket }: Addressed, trustedProxies: number): string {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',')
  const chain = forwarded.split(',').map((address) => address.trim())
  chain.push(socket.remoteAddress ?? '')
  const seen = chain.filter((address) => address !== '')
  const address = seen.at(-1 - trustedProxies) ?? seen.at(-1) ?? ''
  // One client, whether the socket speaks IPv4 or IPv6.
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
