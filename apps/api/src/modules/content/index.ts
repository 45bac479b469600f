import type { Module } from '../module.ts'
import { contentVerbs } from './announcements/announcement-verbs.ts'
import { paymentsAnnounced } from './announcements/payments-announced.ts'
import { tellEverybodyJob } from './announcements/tell-everybody.job.ts'
import { archive } from './archive.ts'
import { contentRoutes } from './content.route.ts'
import type {} from './tables.ts'
import { textVerbs } from './text-verbs.ts'

export { announcementsIn } from './announcements/announcement.ts'
export { type FigureSource, toldAmount } from './fill-figures.ts'
export type { Spoken } from './in-language.ts'
export { type ShownText, shownText } from './publish-text.ts'
export { notShowable, refuseOtherNames, type TextKind, textKind } from './text-kinds.ts'
export { type OthersFigures, openTexts, type TextNeeds, type TextStore } from './text-store.ts'

/** Questions, operation rules with their versions, and announcements, in the reader's language or a fallback. */
export const contentModule: Module = {
  name: 'content',
  archive,
  routes: contentRoutes,
  verbs: [...contentVerbs, ...textVerbs],
  jobs: [tellEverybodyJob],
  subscriptions: [paymentsAnnounced],
}
