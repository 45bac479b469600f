import { type Browser, expect } from '@playwright/test'
import { type Market, openMarket } from './market.ts'
import { Bank } from './offices/bank.ts'
import { CommandLineOffice } from './offices/command-line-office.ts'
import { FormTypist } from './offices/form-typist.ts'
import { OfficeProcess } from './offices/office-typist.ts'
import { type Program, startProgram } from './program.ts'
import { type Sites, startSites } from './sites.ts'

/** A program with staff, a bank, and a publisher's and an advertiser's site: all that a main job needs. */
export interface LiveMarket {
  program: Program
  sites: Sites
  office: CommandLineOffice
  bank: Bank
  /** Staff open a market: a funded advertiser, its product, a publisher with a placement. */
  open(): Promise<Market>
  /** Verifies ledger, statistics and audit log by recomputing each. */
  expectBalanced(): Promise<void>
  stop(): Promise<void>
}

/** Starts the parts of a market without opening it; with a `browser` its staff do their acts by forms in it. */
export async function startLiveMarket(browser: Browser | null = null): Promise<LiveMarket> {
  const program = await startProgram('apps/api/src/main.ts')
  const sites = await startSites(program.url).catch(async (error: unknown) => {
    await program.stop()
    throw error
  })
  const typing = new OfficeProcess()
  const forms = browser && new FormTypist(browser, program.url, typing.type)
  const office = new CommandLineOffice(program.data_dir, [], (forms ?? typing).type)
  const bank = new Bank(office, program.data_dir)
  return {
    program,
    sites,
    office,
    bank,
    async open() {
      await office.open()
      const market = await openMarket(office, bank, {
        publisher_origin: sites.publisher.origin,
        advertiser_origin: sites.advertiser.origin,
        folder: program.data_dir,
      })
      sites.join(market)
      return market
    },
    async expectBalanced() {
      expect(await office.run('ledger-verify')).toMatchObject({ differences: [] })
      expect(await office.run('statistics-verify')).toEqual({ identical: true, differences: [] })
      expect(await office.check('audit-verify')).toMatchObject({ whole: true })
    },
    async stop() {
      await typing.stop()
      await forms?.stop()
      await sites.stop()
      await program.stop()
    },
  }
}
