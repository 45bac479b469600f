import * as z from 'zod/mini'

/** npm accepts a single word in place of a list. */
const words = z.union([z.string(), z.array(z.string())])

const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.optional(z.string()),
      dev: z.optional(z.boolean()),
      link: z.optional(z.boolean()),
      integrity: z.optional(z.string()),
      optionalDependencies: z.optional(z.record(z.string(), z.string())),
      os: z.optional(words),
      cpu: z.optional(words),
      libc: z.optional(words),
    }),
  ),
})

/** The used parts of a lock file; everything else is kept unchanged. */
export type Lock = z.infer<typeof lockSchema>

/** An optional dependency of a locked package that the lock leaves out. */
export interface LeftOut {
  /** Its path, such as `node_modules/@biomejs/cli-darwin-arm64`. */
  path: string
  version: string
  dev: boolean
}

/** Parses a lock file; throws if the text is not one. */
export function parseLock(text: string): Lock {
  return lockSchema.parse(JSON.parse(text))
}

/**
 * Optional dependencies that the lock leaves out: npm drops other platforms' packages if they were unavailable when
 * it wrote the lock, and `npm ci` then refuses it everywhere.
 */
export function leftOutOf(lock: Lock): LeftOut[] {
  return Object.entries(lock.packages).flatMap(([parent, { dev = false, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesSeenFrom(parent, name).some((place) => place in lock.packages))
      .map(([name, version]) => ({ path: siblingOf(parent, name), version, dev })),
  )
}

/**
 * Packages with native parts but none for `platform`, judged by their optional packages for other platforms. The
 * root's own are excluded: they are Node itself, whose pinned version is not published for macOS.
 */
export function withoutPartFor(lock: Lock, platform: { os: string; cpu: string }): string[] {
  const isFor = ({ os, cpu, libc }: Lock['packages'][string]) =>
    has(os, platform.os) && has(cpu, platform.cpu) && has(libc, 'glibc')
  return Object.entries(lock.packages).flatMap(([parent, locked]) => {
    const parts = Object.keys(locked.optionalDependencies ?? {}).flatMap((name) => {
      const place = placesSeenFrom(parent, name).find((each) => each in lock.packages)
      const found = place === undefined ? undefined : lock.packages[place]
      return found?.cpu === undefined || found.os === undefined ? [] : [found]
    })
    const asks = parent !== '' && isFor(locked) && parts.length > 0
    return asks && !parts.some(isFor) ? [parent] : []
  })
}

function has(words: string | string[] | undefined, wanted: string): boolean {
  return words === undefined || [words].flat().includes(wanted)
}

/** The lock with those added, each restricted to the platform in its name. */
export function completed(lock: Lock): Lock {
  const added = leftOutOf(lock).map(({ path, version, dev }): [string, Lock['packages'][string]] => [
    path,
    { version, ...platformOf(path), ...(dev ? { dev } : {}), optional: true },
  ])
  const entries = [...Object.entries(lock.packages), ...added]
  const byPath = ([left]: [string, unknown], [right]: [string, unknown]) =>
    left < right ? -1 : left > right ? 1 : 0
  return { ...lock, packages: Object.fromEntries(entries.toSorted(byPath)) }
}

/** Packages without a digest in the lock; links within the repository need none. */
export function withoutDigest(lock: Lock): { name: string; version: string }[] {
  return Object.entries(lock.packages).flatMap(([path, { version, link, integrity }]) =>
    path.includes('node_modules/') && !link && integrity === undefined && version !== undefined
      ? [{ name: nameAt(path), version }]
      : [],
  )
}

/** The lock with these digests, by `name@version`. */
export function withDigests(lock: Lock, digests: ReadonlyMap<string, string>): Lock {
  const entries = Object.entries(lock.packages).map(([path, locked]): [string, Lock['packages'][string]] => {
    const integrity = digests.get(`${nameAt(path)}@${locked.version}`)
    return [path, integrity === undefined ? locked : { ...locked, integrity }]
  })
  return { ...lock, packages: Object.fromEntries(entries) }
}

function nameAt(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** npm's platform conditions, from a name such as `@rollup/rollup-linux-x64-musl`. */
export function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const find = (pattern: RegExp) => new RegExp(`[-/](${pattern.source})(?=-|$)`).exec(name)?.[1]
  const os = find(/android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|aix|win32/)
  const cpu = find(/arm64|arm|x64|ia32|ppc64|riscv64|s390x|loong64|mips64el|wasm32/)
  const libc = find(/musl|gnu/)
  return {
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined || os !== 'linux' ? {} : { libc: [libc === 'gnu' ? 'glibc' : libc] }),
    ...(os === undefined ? {} : { os: [os] }),
  }
}

/** Where Node looks for `name` from inside a package, nearest first. */
function placesSeenFrom(parent: string, name: string): string[] {
  const places = [join(parent, name)]
  for (let folder = parent; folder !== ''; ) {
    const cut = folder.lastIndexOf('node_modules/')
    folder = cut === -1 ? '' : folder.slice(0, cut).replace(/\/$/, '')
    places.push(join(folder, name))
  }
  return places
}

function siblingOf(parent: string, name: string): string {
  const cut = parent.lastIndexOf('node_modules/')
  return cut === -1 ? join('', name) : `${parent.slice(0, cut)}node_modules/${name}`
}

function join(folder: string, name: string): string {
  return folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
}
