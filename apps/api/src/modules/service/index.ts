import type { Module } from '../module.ts'
import { chatListRoute, chatReadRoute, chatSendRoute, depositDetailsRoute } from './chat.route.ts'
import { noticeSubscription } from './notice.subscription.ts'
import { notificationsReadRoute, notificationsRoute, unreadCountRoute } from './notification.route.ts'
import type {} from './tables.ts'
import { serviceVerbs } from './verbs.ts'

/** Notifications and the chat with service. */
export const serviceModule: Module = {
  name: 'service',
  routes: [
    notificationsRoute,
    notificationsReadRoute,
    unreadCountRoute,
    chatListRoute,
    chatSendRoute,
    chatReadRoute,
    depositDetailsRoute,
  ],
  verbs: serviceVerbs,
  subscriptions: [noticeSubscription],
}
