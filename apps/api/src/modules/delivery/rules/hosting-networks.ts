import { digestOf, type HeldList, type ListUsed } from './list-used.ts'

/**
 * Networks, by their number (RFC 4271, "autonomous system"), whose operator rents out servers, with its name as registries
 * have it. Those behind which people surf are left out: clouds' own relays and assistants, content networks, and operators
 * whose servers are chiefly the ways out of people's private networks.
 */
const HOSTING_NETWORKS: readonly (readonly [asn: number, operator: string])[] = [
  [7203, 'Leaseweb USA'],
  [8560, 'IONOS'],
  [12_876, 'Scaleway'],
  [14_061, 'DigitalOcean'],
  [14_618, 'Amazon'],
  [16_276, 'OVH'],
  [16_509, 'Amazon'],
  [19_318, 'Interserver'],
  [19_994, 'Rackspace'],
  [20_473, 'The Constant Company (Vultr)'],
  [24_940, 'Hetzner Online'],
  [26_496, 'GoDaddy'],
  [27_357, 'Rackspace'],
  [28_753, 'Leaseweb Deutschland'],
  [29_802, 'Hivelocity'],
  [30_633, 'Leaseweb USA'],
  [31_898, 'Oracle'],
  [33_070, 'Rackspace'],
  [36_351, 'IBM Cloud (SoftLayer)'],
  [36_352, 'ColoCrossing'],
  [37_963, 'Alibaba Cloud'],
  [40_021, 'Contabo'],
  [45_090, 'Tencent'],
  [45_102, 'Alibaba Cloud'],
  [46_606, 'Unified Layer'],
  [47_583, 'Hostinger'],
  [49_981, 'WorldStream'],
  [51_167, 'Contabo'],
  [53_667, 'FranTech Solutions'],
  [54_825, 'Equinix Metal'],
  [55_990, 'Huawei Cloud'],
  [60_781, 'Leaseweb Netherlands'],
  [63_949, 'Akamai (Linode)'],
  [132_203, 'Tencent'],
  [136_907, 'Huawei Cloud'],
  [197_540, 'netcup'],
  [202_053, 'UpCloud'],
  [213_230, 'Hetzner Online'],
  [396_982, 'Google Cloud'],
]

const HOSTING_ASNS: ReadonlySet<number> = new Set(HOSTING_NETWORKS.map(([asn]) => asn))

/** As a version of the rule `data_centre` names it. */
export const HOSTING_LIST: HeldList = {
  rule: 'data_centre',
  name: 'hosting',
  package: 'adtally',
  ...digestOf(HOSTING_NETWORKS.map(([asn, operator]) => `${asn} ${operator}`)),
}

/** Whether one of these lists has the network; false for one that is not known. */
export function isHosting(asn: number | null, lists: Readonly<Record<string, ListUsed>>): boolean {
  if (asn === null || !HOSTING_ASNS.has(asn)) return false
  return Object.values(lists).some(({ sha256 }) => sha256 === HOSTING_LIST.sha256)
}
