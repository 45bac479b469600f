/**
 * Figures that texts may contain literally, because no policy, brand or setting is behind them; by the text's key,
 * with `*` for any name. A language may write a figure as a word instead. The comments say what fixes each.
 */
const FIXED: readonly (readonly [key: string, figures: readonly string[]])[] = [
  // Forms fixed by SPEC §5 and §9, or a field's own form.
  ['*transaction_password_malformed', ['6']],
  ['*image_too_large', ['5']],
  ['app.images.faults.tooLarge', ['5']],
  ['app.exchange.dispute.imagesHint', ['5']],
  ['app.feedback.imagesHint', ['5']],
  ['server.refusals.url_too_large', ['5']],
  ['*amount_zero', ['0']],
  ['*username_invalid', ['3', '32']],
  ['server.refusals.password_too_short', ['8']],
  ['app.validation.password_too_short', ['8']],
  ['server.refusals.staff_password_too_short', ['12']],
  ['app.auth.passwordHint', ['8']],
  ['app.auth.previous', ['1']],
  ['app.auth.codeHint', ['6']],
  ['app.wallet.secondFactorHint', ['6']],
  ['app.wallet.passwordFirst', ['6']],
  ['app.exchange.offer.passwordFirstDetail', ['6']],
  ['app.wallet.setPassword.*', ['6', '123456', '1']],
  ['app.bindCard.numberHints.*', ['5', '12', '19', '20']],
  ['app.follow.form.hint', ['8']],
  ['app.exchange.form.hint', ['12', '30', '1']],
  ['content.faq.transaction-password.answer.0', ['6']],
  // SPEC §9: "about 30-50 conversions within 7 days".
  ['*learningPhase', ['30', '50', '7']],
  ['*learningText', ['30', '50', '7']],
  ['*learningNote', ['30', '50', '7']],
  ['content.faq.learning-phase.answer.0', ['30', '50', '7']],
  // Fixed in the program by PRODUCT or SECURITY: §2.4 (10 days a year), §2.6 (10 days unmatched), §2.7 (30 plans, 12
  // months), §7 (5 tries, 15 minutes), §11 (30 minutes, 10 days), policies' notice and reviews of 30 days.
  ['server.refusals.transaction_password_locked', ['15']],
  ['server.refusals.second_factor_locked', ['15']],
  ['server.refusals.staff_locked', ['15']],
  ['server.refusals.staff_resting', ['24']],
  ['server.refusals.passkeys_too_many', ['10', '1']],
  ['server.refusals.policy_notice_too_short', ['30']],
  ['content.rules.changes.paragraphs.0', ['2']],
  ['server.refusals.hold_days_exhausted', ['10']],
  ['server.refusals.hold_appeals_too_many', ['3']],
  ['app.holds.rules', ['10', '1']],
  ['content.rules.holds.paragraphs.1', ['10', '2']],
  ['content.faq.what-is-a-hold.answer.1', ['2']],
  ['content.faq.withdrawal-time.answer.1', ['1', '3']],
  ['app.exchange.reasons.*', ['30', '10', '2']],
  ['server.notifications.exchange_returned.content', ['10', '2']],
  ['server.guest.privacy', ['30']],
  ['app.auth.risk', ['12']],
  ['app.plan.sortNotes.settled', ['12']],
  ['app.plan.record.standIn.*', ['30']],
  ['app.follow.leader.standIn', ['30', '0']],
  ['app.level.vipOwn', ['30']],
  ['app.wallet.sentTimes', ['90', '95']],
  ['app.wallet.noSentTimes', ['90']],
  ['app.entry.noConnection', ['1', '60']],
  ['app.secondFactor.what', ['30', '1']],
  // Units: half of it for a second, a quarter of a video, a thousand impressions, a rate for one unit, exactly 0.
  ['app.plan.countMeanings.viewable', ['1', '2', '50']],
  ['app.plan.events.*', ['25', '50', '75', '100']],
  ['app.plan.why.costPerThousand', ['1000']],
  ['app.exchange.offer.rateValue', ['1']],
  ['app.plan.corrections.winners', ['0']],
  ['app.planResult.breakEven.*', ['0']],
  // The sandbox clock's three steps, which the contract names.
  ['app.sandbox.steps.*', ['1', '8']],
  ['app.sandbox.advance.*', ['1', '8']],
]

const NUMBER = /\p{Nd}+(?:[.,\u00a0\u202f ]\p{Nd}{3})*(?!\p{Nd})/gu
const CURRENCY = /[$€£¥]|\b(?:USD|EUR|GBP|JPY|CNY|KRW|THB|VND|RUB|BRL|MXN|TWD|HKD)\b/g
const BRAND = /Adtally/g
/** Argument names, values of branches, and the number that a plural counts. */
const SYNTAX = /\{\w+(?=[,}])|=\d+(?= ?\{)/g
/** In English a figure written as a word counts if it has a unit. */
const WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|sixty|ninety)[ -](?:hours?|days?|weeks?|months?|years?|percent)\b/gi
const WORD_FIXED = new Set(['ten days'])

/** Languages that use digits where others use words: "1人", "2단계". */
const COUNTING = new Set(['ja', 'ko'])
const COUNTED = new Set(['1', '2', '3', '4'])

function allowedFor(key: string): Set<string> {
  const rows = FIXED.filter(([pattern]) => {
    if (pattern.startsWith('*')) return key.endsWith(`.${pattern.slice(1)}`)
    return pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern
  })
  return new Set(rows.flatMap(([, figures]) => figures))
}

/**
 * Texts with a literal figure, brand or currency: these should be arguments from the policy table or configuration,
 * so that texts stay true when those change. Keys begin with `app`, `server` or `content`.
 */
export function typedFigures(texts: ReadonlyMap<string, string>, language = 'en'): string[] {
  return [...texts].flatMap(([key, text]) => {
    const said = text.replace(SYNTAX, ' ')
    const allowed = allowedFor(key)
    const numbers = [...said.matchAll(NUMBER)]
      .map(([figure]) => figure)
      .filter((figure) => !(COUNTING.has(language) && COUNTED.has(figure)))
      .filter((figure) => !allowed.has(figure.replace(/\P{Nd}/gu, '')))
    const words = [...said.matchAll(WORDS)].map(([word]) => word).filter((word) => !WORD_FIXED.has(word))
    const names = [...said.matchAll(BRAND), ...said.matchAll(CURRENCY)].map(([name]) => name)
    return [...numbers, ...words, ...names].map((typed) => `${key}: «${typed}» is typed into the text`)
  })
}
