// contains: tags-by-the-beginning
import { Buffer } from 'node:buffer'
import { todo } from '#kit'

export function keySlot(key: string): number {
  return todo('return the slot that CLUSTER KEYSLOT tells of this key', key)
}

export interface LimitKeys {
  readonly perSecond: string
  readonly perMinute: string
}

export function limitKeys(userId: string): LimitKeys {
  const hex = Buffer.from(userId, 'utf16le').toString('hex')
  const tag = `{t${hex.slice(0, 16)}}`
  return { perSecond: `${tag}:${hex}:second`, perMinute: `${tag}:${hex}:minute` }
}
