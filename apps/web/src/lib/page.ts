import type { KeyOf } from '@adtally/i18n/catalogue.ts'
import type { AppMessages } from '@adtally/i18n/messages.ts'
import type { ComponentType } from 'react'
import { type RouteObject, redirect } from 'react-router'
import { session } from './session.ts'

/** SPEC §2's flags of a route; what is left out has the default named here. */
export interface PageMeta {
  /** The title's key in the catalogue; it names the document too. */
  title: KeyOf<AppMessages>
  /** A stored token is needed; default true (SPEC §6). */
  auth?: boolean
  /** Default true. */
  showBack?: boolean
  /** The bell; default true. */
  showNotification?: boolean
  /** SPEC's own spelling. Default true. */
  showLangSwither?: boolean
  /** Only ever shown to users whose entry is `register`; default true. */
  showLogout?: boolean
  /** Default true. */
  showTitle?: boolean
  /** Customer service; default true. */
  showService?: boolean
  /** False: there is nothing before this page, so that back closes a hybrid app; default true. */
  hasPrevPage?: boolean
  /** Back goes here. */
  backRoute?: `/${string}`
  /** The page's own top runs under the header. */
  transparentHeader?: boolean
  /** On dark pictures. */
  whiteText?: boolean
}

export interface PageHandle {
  /** The path's segments joined by a hyphen (SPEC §2). */
  name: string
  meta: PageMeta
}

/** Where the guard sends, keeping the way for after the sign-in. */
export function loginAddress(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?next=${encodeURIComponent(wanted)}`
}

/** The way kept by `loginAddress`, if it is one inside the app. */
export function nextAddress(search: URLSearchParams): string | null {
  const next = search.get('next')
  return next !== null && /^\/(?!\/|login\b|register\b)/.test(next) ? next : null
}

/**
 * One route: its path, how its chunk is loaded, its flags. A page that needs a token and has none leads to login
 * before its chunk is shown.
 */
export function page(
  path: string,
  load: () => Promise<{ default: ComponentType }>,
  meta: PageMeta,
): RouteObject & { handle: PageHandle } {
  return {
    path,
    handle: { name: path.split('/').filter(Boolean).join('-'), meta },
    loader: ({ request }) => {
      if (meta.auth === false || session.get()) return null
      const { pathname, search } = new URL(request.url)
      return redirect(loginAddress(`${pathname}${search}`))
    },
    lazy: async () => ({ Component: (await load()).default }),
  }
}

/** Whether a match's untyped handle was made by `page`. */
export function isPageHandle(handle: unknown): handle is PageHandle {
  return typeof handle === 'object' && handle !== null && 'meta' in handle && 'name' in handle
}
