import { createHashRouter, type RouteObject } from 'react-router'
import { CrashPage } from './crash-page.tsx'
import { LoadingPage } from './loading-page.tsx'
import { Root } from './root.tsx'

/** The app's router: links are hash links (SPEC §2: `#/customer`). */
export function createAppRouter(children: RouteObject[]) {
  return createHashRouter([
    { Component: Root, ErrorBoundary: CrashPage, HydrateFallback: LoadingPage, children },
  ])
}
