import { GppModel } from '@iabgpp/cmpapi'

/** What a string of the Global Privacy Platform says of its visitor. */
export interface ToldByGpp {
  /** An id of the device may be used, as far as this string goes. */
  storage: boolean
  /** The visitor has opted out of being sold, shared or targeted. */
  opted_out: boolean
}

/** Longer than any that consent managers write; taking a longer one apart would cost more than its bid is worth. */
const LENGTH_MAX = 4_096
/** Numbers of sections in IAB Tech Lab's list ("Section Information"). */
const [EUROPE, UNITED_STATES_FROM, UNITED_STATES_UNTIL] = [2, 7, 27]
/** What a section of a state, or of the nation, may have the visitor opt out of. 1 is an opt-out, 0 and 2 are none. */
const OPT_OUTS = ['SaleOptOut', 'SharingOptOut', 'TargetedAdvertisingOptOut'] as const
const OPTED_OUT = 1

const UNREAD: ToldByGpp = { storage: false, opted_out: false }

/**
 * What the sections that apply say (`regs.gpp_sid`, OpenRTB 2.6 §3.2.3; all, where it is not told): of Europe as `allowsStorage`
 * judges the TC string in it, of the United States unless the visitor has opted out. Where one can't be read, or is of a law
 * that is not known here, no id is used.
 */
export function toldByGpp(
  gpp: string,
  gpp_sid: readonly number[] | undefined,
  allowsStorage: (consent: string) => boolean,
): ToldByGpp {
  if (gpp.length > LENGTH_MAX) return UNREAD
  try {
    const model = new GppModel(gpp)
    const told: readonly number[] = model.getSectionIds()
    // 0 and what is below it say that no section's law applies.
    const applying = gpp_sid?.filter((section) => section > 0) ?? told
    const texts = gpp.split('~').slice(1)
    const judged = applying.map((section): ToldByGpp => {
      const text = texts[told.indexOf(section)]
      if (text === undefined) return UNREAD
      if (section === EUROPE) return { storage: allowsStorage(text), opted_out: false }
      if (section < UNITED_STATES_FROM || section > UNITED_STATES_UNTIL) return UNREAD
      const opted_out = hasOptedOut(model, section)
      return { storage: !opted_out, opted_out }
    })
    return {
      storage: judged.every(({ storage }) => storage),
      opted_out: judged.some(({ opted_out }) => opted_out),
    }
  } catch {
    // The decoder throws for whatever is no such string, and anybody may send one.
    return UNREAD
  }
}

function hasOptedOut(model: GppModel, section: number): boolean {
  const fieldOf = (field: string): unknown =>
    model.hasFieldBySectionId(section, field) ? model.getFieldValueBySectionId(section, field) : undefined
  return fieldOf('Gpc') === true || OPT_OUTS.some((field) => fieldOf(field) === OPTED_OUT)
}
