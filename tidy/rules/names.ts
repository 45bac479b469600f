import { posix } from 'node:path'
import type { Rule } from '../tree.ts'

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/
/** Well-known documents (`README.md`) and language tags (`zh-Hans`). */
const PAPER = /^[A-Z]+(\.md)?$/
const LANGUAGE_TAG = /^[a-z]{2}(-[A-Z][a-z]{3})?(\.[a-z]+)?$/
/** A routine's file has the routine's name. */
const ROUTINE = /^apps\/api\/src\/database\/routines\/\w+\/\w+\.sql$/
/** Prebid.js finds a bidder's files by the names that it gives them. */
const BIDDER = /^packages\/prebid-adapter\/(modules|test\/spec\/modules)\/[a-z]+BidAdapter(_spec)?\.\w+$/
const DOTTED = /^\.[a-z]+$/

/** Files and folders are named in kebab-case. */
export const namesAreKebabCase: Rule = (tree) =>
  [...tree.keys()]
    .filter(
      (path) =>
        !ROUTINE.test(path) &&
        !BIDDER.test(path) &&
        !path
          .split('/')
          .every((name) => [KEBAB, PAPER, LANGUAGE_TAG, DOTTED].some((form) => form.test(name))),
    )
    .map((path) => ({ path, message: 'names are kebab-case' }))

/** `index.ts` is a module's entry and nothing else: no barrel files (HOUSE). */
export const noBarrelFiles: Rule = (tree) =>
  [...tree.keys()]
    .filter(
      (path) => /^index\.tsx?$/.test(posix.basename(path)) && !/\/src\/modules\/[^/]+\/index\.ts$/.test(path),
    )
    .map((path) => ({ path, message: 'a barrel file; only a module has an index.ts' }))
