import { type RouteObject, redirect } from 'react-router'
import { page } from '../lib/page.ts'

/** The flags that login and registration share (SPEC §2). */
const SIGNED_OUT = {
  auth: false,
  showBack: false,
  showNotification: false,
  showLogout: false,
  showTitle: false,
} as const

/** Every page of the app, one line each; unknown paths come last. */
export const routes: RouteObject[] = [
  { path: '/', loader: () => redirect('/login') },
  page('/login', () => import('../features/auth/routes/login.tsx'), {
    title: 'auth.loginTitle',
    ...SIGNED_OUT,
  }),
  page('/register', () => import('../features/auth/routes/register.tsx'), {
    title: 'auth.registerTitle',
    ...SIGNED_OUT,
  }),
  page('/notification', () => import('../features/notifications/routes/notification.tsx'), {
    title: 'notification.title',
  }),
  page('*', () => import('./not-found-page.tsx'), { title: 'notFound.title', ...SIGNED_OUT, showBack: true }),
]
