import type { Tally } from './tally.ts'

/** An act of two people, as it is stated. */
interface TwoPersonAct {
  action: string
  draws_number?: boolean
}

/** An act of staff's or of a partner's people, as it is stated. */
interface StatedAct {
  name: string
  kind: 'read' | 'act' | 'propose'
  touches?: 'customer'
}

/**
 * Whether tests have approved each act of two people in a database whose bookings were held to what was shown before
 * (`previewedBookings`); those that draw a number are shown in words alone. `noted` has `<action> tried` or `<action> described` a line.
 */
export function tallyApprovedActs(noted: string | null, acts: readonly TwoPersonAct[]): Tally {
  const wanted = acts.map(({ action, draws_number = false }) => {
    const how = draws_number ? 'described' : 'tried'
    const says = `no test that compares what was shown with what was booked has approved ${action}, ${how}`
    return { line: `${action} ${how}`, says }
  })
  return tallyNoted('acts as shown', noted, wanted)
}

/** Acts that keep what they did in a log of their own, which only grows, with who asked for it. */
const KEPT_ELSEWHERE = new Set(['reconcile', 'judge-money-owed', 'match-payouts'])
/** The entry of what two people did is its maker's; who approved it stands beside them. */
const KEPT_BESIDE = new Set(['approve', 'approve-together'])

/**
 * Whether tests have seen each act that changes something in the audit log under who did it (`keptActs`), and of staff's
 * those that touch a customer where the customer reads them. `noted` has `<name> kept` or `<name> read` a line, a partner's
 * with `partner:` before it.
 */
export function tallyKeptActs(
  noted: string | null,
  { staff, partners }: { staff: readonly StatedAct[]; partners: readonly StatedAct[] },
): Tally {
  const changing = (acts: readonly StatedAct[]) => acts.filter(({ kind }) => kind !== 'read')
  const of_staff = changing(staff).filter(({ name }) => !KEPT_ELSEWHERE.has(name) && !KEPT_BESIDE.has(name))
  const names = [
    ...of_staff.map(({ name }) => name),
    ...changing(partners).map(({ name }) => `partner:${name}`),
  ]
  const kept = names.map((name) => ({
    line: `${name} kept`,
    says: `no test has seen ${name} in the audit log under who did it`,
  }))
  const read = of_staff
    .filter(({ touches }) => touches === 'customer')
    .map(({ name }) => ({
      line: `${name} read`,
      says: `no test has seen ${name} in the log where its customer reads it`,
    }))
  return tallyNoted('acts as kept', noted, [...kept, ...read])
}

/** How many wanted lines were noted; nothing wanted is a fault, too. */
function tallyNoted(
  name: string,
  noted: string | null,
  wanted: readonly { line: string; says: string }[],
): Tally {
  const lines = new Set((noted ?? '').split('\n'))
  const failures = wanted.filter(({ line }) => !lines.has(line)).map(({ says }) => says)
  const passed = wanted.length - failures.length
  const failed = Math.max(failures.length, wanted.length === 0 ? 1 : 0)
  return { name, passed, failed, duration_ms: 0, failures }
}
