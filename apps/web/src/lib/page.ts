import type { KeyOf } from '@adtally/i18n/catalogue.ts'
import type { AppMessages, Namespace } from '@adtally/i18n/messages.ts'
import { partAtOnce } from '@adtally/ui/part.tsx'
import type { ComponentType } from 'react'
import { needTexts } from './texts.ts'

/** SPEC §2's flags of a route, with their defaults. */
export interface PageMeta {
  /** The title's key under `titles`; it is the document's title too. */
  title: KeyOf<AppMessages['titles']>
  /** Text namespaces beyond those of every screen, loaded before the page renders. */
  messages?: readonly Namespace[]
  /**
   * Readings that the page starts with, as addresses below the base path, with `:time_zone` for the device's. The
   * preload script requests them ahead of the program if the address is the bare path and somebody is signed in.
   */
  asks?: readonly `/${string}`[]
  /** Whether a stored token is needed; default true (SPEC §6). */
  auth?: boolean
  /** Default true. */
  showBack?: boolean
  /** The bell; default true. */
  showNotification?: boolean
  /** SPEC's own spelling. Default true. */
  showLangSwither?: boolean
  /** Only shown to users whose entry is `register`; default true. */
  showLogout?: boolean
  /** Default true. */
  showTitle?: boolean
  /** Customer service; default true. */
  showService?: boolean
  /** False if nothing comes before this page, so that back closes a hybrid app; default true. */
  hasPrevPage?: boolean
  /** Where back goes. */
  backRoute?: `/${string}`
  /** One of the four main pages, which share a bar at the bottom. */
  showMainBar?: boolean
  /** The page's own top shows under the header. */
  transparentHeader?: boolean
  /** For dark pictures. */
  whiteText?: boolean
}

/** A route of the app, made by `page` and found by `pageAt`. */
export interface AppPage {
  path: string
  /** The path's segments joined by a hyphen (SPEC §2). */
  name: string
  meta: PageMeta
  Component: ComponentType
  /** Loads the page's chunk and texts before it renders, at most once; rejects if they can't be loaded. */
  load: () => Promise<unknown>
}

/** The login page's address, with the wanted one to return to. */
export function loginAddress(wanted: string): string {
  return wanted === '/' ? '/login' : `/login?next=${encodeURIComponent(wanted)}`
}

/** The address kept by `loginAddress`, if it is inside the app. */
export function nextAddress(search: URLSearchParams): string | null {
  const next = search.get('next')
  return next !== null && /^\/(?!\/|login\b|register\b)/.test(next) ? next : null
}

export interface PageModule {
  default: ComponentType
  /**
   * Requests what the page shows first as soon as its chunk has loaded, so that the preload script's replies are used
   * in the first render: without it the wallet's largest paint came after 1.90 s instead of 1.66 (150 ms, 1.6 Mbit/s,
   * median of five). Not called if the address has a query, such as a filter.
   */
  ask?: () => void
}

/** Defines a route: its path, how to load its chunk, its flags. It renders once chunk and texts are loaded. */
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

/** The page at an address, else the one for unknown paths (`*`), else null. Paths have no parameters. */
export function pageAt(pages: readonly AppPage[], pathname: string): AppPage | null {
  const wanted = pathname.replace(/\/+$/, '').toLowerCase()
  return pages.find(({ path }) => path === wanted) ?? pages.find(({ path }) => path === '*') ?? null
}

/** Whether a page may be shown: it needs a stored token unless its flags say otherwise (SPEC §6). */
export function isOpen({ meta }: AppPage, signedIn: boolean): boolean {
  return signedIn || meta.auth === false
}
