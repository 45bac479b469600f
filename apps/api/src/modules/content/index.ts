import type { Module } from '../module.ts'
import { contentVerbs } from './announcement-verbs.ts'
import { archive } from './archive.ts'
import { contentRoutes } from './content.route.ts'
import { paymentsAnnounced } from './payments-announced.ts'
import { announcementPublishAct } from './publish-announcement.ts'
import { textPublishAct } from './publish-text.ts'
import type {} from './tables.ts'
import { tellEverybodyJob } from './tell-everybody.job.ts'
import { TextStore } from './text-store.ts'
import { textVerbs } from './text-verbs.ts'

export { announcementsIn } from './announcement.ts'
export { type FigureSource, toldAmount } from './fill-figures.ts'
export type { Spoken } from './in-language.ts'
export { type ShownText, shownText } from './publish-text.ts'
export { notShowable, refuseOtherNames, type TextKind, textKind } from './text-kinds.ts'

/** Questions, operation rules and their versions, and announcements, in the reader's language or one that stands in for it. */
export const contentModule: Module = {
  name: 'content',
  archive,
  routes: contentRoutes,
  verbs: [...contentVerbs, ...textVerbs],
  approved_acts: [announcementPublishAct, textPublishAct],
  jobs: [tellEverybodyJob],
  subscriptions: [paymentsAnnounced],
  create: async (services) => {
    services.content = await TextStore.open(services)
  },
}
