import { describe, expect, test } from 'vitest'
import { neededFor } from '../support/redis/packages-list.ts'

/** A list of an archive: of each package its name and further fields. */
const list = (...packages: readonly (readonly string[])[]) =>
  Buffer.from(
    packages
      .map(([name, ...fields]) =>
        [
          `Package: ${name}`,
          ...fields,
          `Filename: pool/${name}.deb`,
          `SHA256: sum-of-${name}`,
          '',
        ].join('\n'),
      )
      .join('\n'),
  )

const needed = (packages: Buffer, name = 'wanted') =>
  neededFor(packages, [name])
    .map((one) => one.name)
    .sort()

describe('what a package needs', () => {
  test('is found through all steps, once each, with its place and checksum', () => {
    const packages = list(
      ['libc6', 'Depends: libgcc'],
      ['libgcc', 'Depends: libc6 (>= 2.38)'],
      [
        'wanted',
        'Pre-Depends: libc6:any (>= 2.38), debconf | debconf-2.0',
        'Depends: libgcc (>= 3)',
      ],
    )
    expect(needed(packages)).toEqual(['libc6', 'libgcc', 'wanted'])
    expect(neededFor(packages, ['libgcc'])[0]).toEqual({
      ...{ name: 'libgcc', path: 'pool/libgcc.deb', sha256: 'sum-of-libgcc' },
    })
  })

  test('a need that several meet is met by the first that is there', () => {
    const packages = list(['other'], ['third'], ['wanted', 'Depends: gone (>= 1) | other | third'])
    expect(needed(packages)).toEqual(['other', 'wanted'])
  })

  test('a virtual package is who provides it, one that each Debian has first', () => {
    const packages = list(
      ['bare'],
      ['gawk', 'Priority: optional', 'Provides: awk'],
      ['mawk', 'Depends: libm', 'Priority: required', 'Provides: more, awk (= 1.3)'],
      ['original-awk', 'Priority: optional', 'Provides: awk'],
      ['gawkish', 'Priority: required', 'Provides: awkward'],
      ['libm'],
      ['wanted', 'Pre-Depends: awk'],
    )
    expect(needed(packages)).toEqual(['libm', 'mawk', 'wanted'])
  })

  test('one that is not there is named', () => {
    expect(() => needed(list(['wanted', 'Depends: liblzf9']))).toThrow('has no package liblzf9')
    expect(() => needed(list(['wanted', 'Depends: one | two (>= 2)']))).toThrow('one or two')
    expect(() => needed(list(['other', 'Provides: more']), 'awk')).toThrow('has no package awk')
  })
})
