import type { SellerFile } from '@adtally/contract/enums.ts'
import { siteOf } from '../../../lib/addresses/site-of.ts'
import type { Settings } from '../../../settings.ts'

/** What of a publisher the files of the trade tell. */
export interface Seller {
  publisher_id: string
  legal_name: string
  /** With its port where that is not the scheme's own. */
  domain: string
}

/** Where our `sellers.json` lies, which is how publishers' files and supply chains name us. */
export function systemDomain({ public_origin }: Pick<Settings, 'public_origin'>): string {
  return new URL(public_origin).host
}

/** What `/sellers.json` holds (IAB Tech Lab, sellers.json 1.0): every publisher is paid by us and named in full. */
export function sellersFile(sellers: readonly Seller[]) {
  return {
    version: '1.0',
    sellers: sellers.map(({ publisher_id, legal_name, domain }) => ({
      seller_id: publisher_id,
      seller_type: 'PUBLISHER',
      name: legal_name,
      domain: rootOf(domain),
      is_confidential: 0,
    })),
  }
}

/** The lines of a publisher's file that name us as selling its places directly (IAB Tech Lab, ads.txt 1.1; app-ads.txt 1.0). */
export function sellerLines(system: string, { publisher_id, domain }: Seller, file: SellerFile): string[] {
  const line = `${system}, ${publisher_id}, DIRECT`
  return file === 'ads.txt' ? [`OWNERDOMAIN=${rootOf(domain)}`, line] : [line]
}

/** The chain by which a publisher's place is offered, where nobody stands between it and us (OpenRTB 2.6, SupplyChain). */
export function supplyChain(system: string, { publisher_id, legal_name, domain }: Seller) {
  return {
    ver: '1.0',
    complete: 1,
    nodes: [{ asi: system, sid: publisher_id, hp: 1, name: legal_name, domain: rootOf(domain) }],
  }
}

/** Whether a file's text names this seller at this system as one that sells directly. */
export function namesSeller(text: string, entry: { system: string; seller_id: string }): boolean {
  return text.split(/\r\n|\r|\n/).some((line) => {
    const [record = ''] = line.replace(/^\ufeff/, '').split(/[#;]/)
    const [system = '', seller_id, relation = ''] = record.split(',').map((field) => field.trim())
    return (
      system.toLowerCase() === entry.system &&
      seller_id === entry.seller_id &&
      relation.toUpperCase() === 'DIRECT'
    )
  })
}

/** Whose business it is, as these files have it: without port or subdomain. */
function rootOf(domain: string): string {
  return siteOf(domain.replace(/:\d+$/, ''))
}
