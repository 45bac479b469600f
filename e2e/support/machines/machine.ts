import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Gate, GateContext } from '../../prove/gate.ts'
import { layPackages, takePackagesBack } from './linked-packages.ts'
import { mustRun } from './must-run.ts'

/** Another machine, as far as this one can imitate it. */
export interface Machine {
  /** The checkout's folder name; default `checkout`. */
  folder?: string
  /** Variables on top of a clean environment; null removes one. */
  env?: Readonly<Record<string, string | null>>
  /** Shell commands that change the machine before the trial; `$SCRATCH` is the gate's folder. */
  before?: string
  /** Shell commands that remove what `before` made outside the gate's folder. */
  after?: string
  /** Namespaces of the trial's own, as `unshare` names them. */
  apart?: readonly ('--net' | '--mount')[]
  /** Runs as an ordinary user, who owns the checkout and may install nothing. */
  ordinary?: true
  /** Changes the installed packages' folders or modes, so that no other machine may have them after it. */
  spoils_packages?: true
  /** Its demo builds the app itself, as after a clone, because what is unlike other machines could hinder that. */
  unbuilt?: true
  /** The parts to try, in order: see `machine-trial.process.ts`. */
  parts: readonly string[]
}

/** An id without an account, with any stranger's rights. */
const STRANGER = 23_457
const ENDS_WITHIN_MS = 480_000

/** A gate that tries the README's commands on `machine`. Fails with a sentence if such a machine can't be made. */
export function machineGate(name: string, machine: Machine): Gate {
  return { name: `machine: ${name}`, timing: false, run: (context) => tryMachine(machine, context) }
}

/**
 * A gate that tries machines whose conditions have nothing to do with each other as one, with the parts of each. Only
 * if that fails is each tried alone, so that the figure names the one to blame.
 */
export function machinesGate(machines: Readonly<Record<string, Machine>>): Gate {
  const run = async (context: GateContext) => {
    const together = await tryMachine(asOne(Object.values(machines)), context)
    if (together.passed) return together
    const alone: string[] = []
    for (const [index, [name, machine]] of Object.entries(machines).entries()) {
      const scratch = join(context.scratch, `alone-${index}`)
      mkdirSync(scratch)
      const { passed, figure } = await tryMachine(machine, { ...context, scratch })
      alone.push(`${name} alone: ${passed ? 'ok' : figure}`)
    }
    return { passed: false, figure: [together.figure, ...alone].join('; ') }
  }
  return { name: `machine: ${Object.keys(machines).join(', ')}`, timing: false, run }
}

/** One machine with the conditions and parts of all; of folders it has the last. */
export function asOne(machines: readonly Machine[]): Machine {
  let all: Machine = { parts: [] }
  for (const machine of machines) all = asBoth(all, machine)
  return all
}

function asBoth(one: Machine, other: Machine): Machine {
  return {
    ...one,
    ...other,
    env: { ...one.env, ...other.env },
    before: [one.before, other.before].filter((lines) => lines !== undefined).join('\n'),
    apart: [...new Set([...(one.apart ?? []), ...(other.apart ?? [])])],
    parts: [...new Set([...one.parts, ...other.parts])],
  }
}

async function tryMachine(machine: Machine, { root, scratch, handed_on }: GateContext) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return { passed: false, figure: 'needs root on Linux, to make the machine that it is about' }
  const checkout = join(scratch, machine.folder ?? 'checkout')
  const own = { home: join(scratch, 'home'), temporary: join(scratch, 'tmp') }
  for (const folder of Object.values(own)) mkdirSync(folder)
  chmodSync(own.temporary, 0o777)
  copyCheckout(root, checkout)
  layPackages({ root, checkout, handed_on: keepsPackages(machine) ? handed_on : null })
  if (!machine.unbuilt) copyBuild(root, checkout)
  if (machine.ordinary) giveAway(scratch)
  const { code, output } = await enter(machine, { root, scratch, checkout, ...own })
  const lines = output.trim().split('\n')
  const left = readdirSync(own.temporary).filter((file) => !KEPT_BY_OTHERS.test(file))
  if (code === 0 && left.length > 0)
    return { passed: false, figure: `left in the folder of temporary files: ${left.join(', ')}` }
  const passed = code === 0 && lines.at(-1) === 'passed'
  if (passed && keepsPackages(machine)) takePackagesBack(checkout, handed_on)
  return { passed, figure: passed ? lines.slice(-2, -1).join('') : lines.join(' ').slice(-FIGURE_LENGTH_MAX) }
}

/** Caches that Node and the test tools keep; the folder with a numeric name is workbox's. */
const KEPT_BY_OTHERS =
  /^(node-compile-cache|node-jiti|v8-compile-cache|adtally-test-data|playwright.*|[0-9a-f]{32})$/
const FIGURE_LENGTH_MAX = 1_500

/** Whether its trial leaves the packages as it found them. */
function keepsPackages({ ordinary, spoils_packages }: Machine): boolean {
  return !ordinary && !spoils_packages
}

/** Copies the tracked files as they are. */
function copyCheckout(root: string, checkout: string): void {
  mkdirSync(checkout)
  const copy =
    'git ls-files -z --cached --others --exclude-standard | xargs -0 sh -c \'for f; do [ ! -e "$f" ] || printf "%s\\0" "$f"; done\' sh | xargs -0 cp -a --parents -t "$1"'
  mustRun('/bin/sh', ['-c', copy, 'sh', checkout], root)
}

/** Copies what was built, as new as the folders of the copy: a program would make an older one again. */
function copyBuild(root: string, checkout: string): void {
  const copy =
    'for app in web console; do cp -a "apps/$app/dist" "$1/apps/$app/" && touch "$1/apps/$app/dist/index.html" || exit 1; done'
  mustRun('/bin/sh', ['-c', copy, 'sh', checkout], root)
}

/** Changes the owner of folders only: the packages' files are hard links shared with other checkouts. */
function giveAway(scratch: string): void {
  const who = `${STRANGER}:${STRANGER}`
  mustRun('/usr/bin/find', [scratch, '-type', 'd', '-exec', 'chown', who, '{}', '+'], scratch)
}

interface Places {
  root: string
  scratch: string
  checkout: string
  home: string
  temporary: string
}

async function enter(machine: Machine, places: Places): Promise<{ code: number | null; output: string }> {
  const apart = machine.ordinary ? [...(machine.apart ?? []), '--mount'] : (machine.apart ?? [])
  const lines = [
    'set -e',
    ...(apart.includes('--net') ? ['ip link set lo up'] : []),
    // Adds an account in a private copy of /etc/passwd, because PostgreSQL only runs for a user with a name.
    ...(machine.ordinary
      ? [
          `{ cat /etc/passwd; echo "stranger:x:${STRANGER}:${STRANGER}::$HOME:/bin/sh"; } >"$SCRATCH/passwd"`,
          'mount --bind "$SCRATCH/passwd" /etc/passwd',
        ]
      : []),
    machine.before ?? ':',
    'cd "$CHECKOUT"',
    ...(machine.after === undefined ? [] : [`trap '${machine.after}' EXIT`]),
    `${machine.ordinary ? `setpriv --reuid ${STRANGER} --regid ${STRANGER} --clear-groups ` : ''}"$@"`,
  ]
  const trial = [process.execPath, 'e2e/support/machines/machine-trial.process.ts', ...machine.parts]
  const shell = ['/bin/sh', '-c', lines.join('\n'), 'sh', ...trial]
  const [program = '', ...args] = apart.length > 0 ? ['unshare', ...new Set(apart), ...shell] : shell
  const child = spawn(program, args, {
    cwd: places.scratch,
    env: environmentOf(machine, places),
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDS_WITHIN_MS,
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)))
  await once(child, 'close')
  return { code: child.exitCode, output: printed.join('') }
}

/** A fresh shell's environment, without that of the shell that runs the gate. */
function environmentOf(machine: Machine, { scratch, checkout, home, temporary }: Places) {
  const system = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  const npm = (process.env.PATH ?? '').split(delimiter).filter((folder) => existsSync(join(folder, 'npm')))
  const all = {
    PATH: [...npm.filter((folder) => !folder.includes('node_modules')), system].join(delimiter),
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    PORT: '0',
    DEMO_WEEKS: '0',
    npm_config_cache: join(scratch, 'npm'),
    npm_config_update_notifier: 'false',
    // For machines that install something: npm's own settings and certificates.
    HOST_HOME: homedir(),
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS ?? null,
    SCRATCH: scratch,
    CHECKOUT: checkout,
    ...machine.env,
  }
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
