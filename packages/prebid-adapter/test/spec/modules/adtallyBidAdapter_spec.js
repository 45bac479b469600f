import { expect } from 'chai'
import { spec } from '../../../modules/adtallyBidAdapter.js'
import '../../../modules/priceFloors.js'
import { newBidder } from '../../../src/adapters/bidderFactory.js'
import { BANNER, NATIVE, VIDEO } from '../../../src/mediaTypes.js'

const ENDPOINT = 'https://ads.example'
const PRICE = '$' + '{AUCTION_PRICE}'
const BURL = `https://ads.example/delivery/v1/billing/tok.en?price=${PRICE}`
const SCHAIN = { ver: '1.0', complete: 1, nodes: [{ asi: 'reseller.example', sid: '7', hp: 1 }] }
const NATIVE_REQUEST = { ver: '1.2', assets: [{ id: 1, required: 1, title: { len: 80 } }] }

const bannerBid = (changes = {}) => ({
  bidder: 'adtally',
  bidId: 'bid-1',
  bidderRequestId: 'asked-1',
  auctionId: 'auction-1',
  adUnitCode: 'article-top',
  mediaTypes: {
    banner: {
      sizes: [
        [320, 100],
        [300, 250],
      ],
      pos: 1,
    },
  },
  ortb2Imp: { instl: 0, ext: { gpid: '/site/article-top' }, banner: { battr: [13] } },
  params: { placement: 'plc-key', endpoint: ENDPOINT },
  ...changes,
})
const videoBid = (changes = {}) =>
  bannerBid({
    bidId: 'bid-2',
    mediaTypes: {
      video: {
        context: 'instream',
        playerSize: [640, 360],
        mimes: ['video/mp4'],
        protocols: [7, 8],
        maxduration: 30,
        plcmt: 1,
      },
    },
    ortb2Imp: undefined,
    ...changes,
  })
const nativeBid = (changes = {}) =>
  bannerBid({
    bidId: 'bid-3',
    mediaTypes: { native: { ortb: NATIVE_REQUEST } },
    nativeOrtbRequest: NATIVE_REQUEST,
    ortb2Imp: undefined,
    ...changes,
  })

const bidderRequest = (bids, ortb2 = {}) => ({
  bidderCode: 'adtally',
  bidderRequestId: 'asked-1',
  auctionId: 'auction-1',
  timeout: 1500,
  bids,
  ortb2: {
    site: { domain: 'review.example', page: 'https://review.example/lamps', keywords: 'harbour,lamps' },
    source: {},
    ...ortb2,
  },
})

const built = (bids, ortb2) => spec.buildRequests(bids, bidderRequest(bids, ortb2))
const sent = (bids, ortb2) => built(bids, ortb2)[0].data

const bannerAnswer = (changes = {}) => ({
  id: 'bid-of-theirs',
  impid: 'bid-1',
  price: 1.25,
  adm: `<a href="https://ads.example/click"><img src="https://ads.example/picture?price=${PRICE}"></a>`,
  adomain: ['chess.example'],
  cat: ['IAB9-5', 'IAB9'],
  crid: 'creative-7',
  mtype: 1,
  w: 320,
  h: 100,
  burl: BURL,
  lurl: 'https://ads.example/delivery/v1/loss/tok.en',
  exp: 280,
  ...changes,
})
const answer = (bids) => ({ id: 'asked-1', cur: 'EUR', seatbid: [{ bid: bids }] })
const interpreted = (asked, bids, body = answer(bids)) =>
  spec.interpretResponse({ body, headers: { get: () => null } }, built(asked)[0]).bids

describe('adtallyBidAdapter', () => {
  describe('the bidder', () => {
    it('is registered by its code for banner, video and native', () => {
      expect(newBidder(spec).callBids).to.be.a('function')
      expect(spec.code).to.equal('adtally')
      expect(spec.supportedMediaTypes).to.have.members([BANNER, VIDEO, NATIVE])
    })

    it('claims no vendor id and has no syncs and no calls of its own', () => {
      expect(spec).to.not.have.any.keys('gvlid', 'getUserSyncs', 'onBidWon', 'onBidBillable', 'onTimeout')
    })
  })

  describe('isBidRequestValid', () => {
    const isValid = (params) => spec.isBidRequestValid(bannerBid({ params }))

    it('takes a placement and the address of a program', () => {
      for (const endpoint of [
        ENDPOINT,
        `${ENDPOINT}/`,
        'ads.example',
        'ads.example:8443',
        'http://127.0.0.1:3000',
      ])
        expect(isValid({ placement: 'plc-key', endpoint }), endpoint).to.equal(true)
    })

    it('refuses what lacks either', () => {
      for (const params of [undefined, {}, { placement: 'plc-key' }, { endpoint: ENDPOINT }])
        expect(isValid(params), JSON.stringify(params)).to.equal(false)
      for (const placement of ['', 7, null])
        expect(isValid({ placement, endpoint: ENDPOINT })).to.equal(false)
    })

    it('refuses an address that is none, has more than a host, or is not encrypted', () => {
      const addresses = [
        '',
        'https://',
        'not a host',
        'http://ads.example',
        'ftp://ads.example',
        'javascript://ads.example',
        'https://ads.example/path',
        'https://ads.example/?a=b',
        'https://name:word@ads.example',
        'http://localhost.ads.example',
        7,
      ]
      for (const endpoint of addresses)
        expect(isValid({ placement: 'plc-key', endpoint }), String(endpoint)).to.equal(false)
    })
  })

  describe('buildRequests', () => {
    it('asks a program once for all of its placements, as text and without cookies', () => {
      const requests = built([bannerBid(), videoBid()])
      expect(requests).to.have.length(1)
      const [{ method, url, options, data }] = requests
      expect(method).to.equal('POST')
      expect(url).to.equal('https://ads.example/openrtb2/auction')
      expect(options).to.deep.equal({ contentType: 'text/plain', withCredentials: false })
      expect(data.imp.map(({ id, tagid }) => [id, tagid])).to.deep.equal([
        ['bid-1', 'plc-key'],
        ['bid-2', 'plc-key'],
      ])
    })

    it('asks each program by itself', () => {
      const other = { placement: 'plc-2', endpoint: 'more.example' }
      const requests = built([bannerBid(), videoBid({ params: other }), nativeBid()])
      expect(requests.map(({ url, data }) => [url, data.imp.map(({ id }) => id)])).to.deep.equal([
        ['https://ads.example/openrtb2/auction', ['bid-1', 'bid-3']],
        ['https://more.example/openrtb2/auction', ['bid-2']],
      ])
    })

    it('asks for at most twenty impressions at once', () => {
      const bids = Array.from({ length: 45 }, (_, index) => bannerBid({ bidId: `bid-${index}` }))
      const requests = built(bids)
      expect(requests.map(({ data }) => data.imp.length)).to.deep.equal([20, 20, 5])
      const asked = requests.flatMap(({ data }) => data.imp.map(({ id }) => id))
      expect(asked).to.deep.equal(bids.map(({ bidId }) => bidId))
    })

    it('takes what is not encrypted from this machine alone', () => {
      const secureOf = (endpoint) =>
        sent([bannerBid({ params: { placement: 'plc-key', endpoint } })]).imp[0].secure
      expect(secureOf('http://127.0.0.1:3000')).to.equal(0)
      expect(secureOf('https://127.0.0.1:3000')).to.equal(1)
      expect(secureOf(ENDPOINT)).to.equal(1)
    })

    it('takes a banner from the ad unit', () => {
      const [{ banner, instl, secure, ext }] = sent([bannerBid()]).imp
      expect(banner).to.include({ pos: 1 })
      expect(banner.format.map(({ w, h }) => [w, h])).to.deep.equal([
        [320, 100],
        [300, 250],
      ])
      expect(banner.battr).to.deep.equal([13])
      expect({ instl, secure }).to.deep.equal({ instl: 0, secure: 1 })
      expect(ext.gpid).to.equal('/site/article-top')
    })

    it('takes a film from the ad unit', () => {
      const [{ video, banner }] = sent([videoBid()]).imp
      expect(video).to.include({ w: 640, h: 360, maxduration: 30, plcmt: 1 })
      expect(video.mimes).to.deep.equal(['video/mp4'])
      expect(video.protocols).to.deep.equal([7, 8])
      expect(banner).to.equal(undefined)
    })

    it('takes native from the ad unit', () => {
      const [{ native }] = sent([nativeBid()]).imp
      expect(native.ver).to.equal('1.2')
      expect(JSON.parse(native.request)).to.deep.equal(NATIVE_REQUEST)
    })

    it('asks for several formats in one impression', () => {
      const mediaTypes = { ...bannerBid().mediaTypes, ...videoBid().mediaTypes }
      const [imp] = sent([bannerBid({ mediaTypes })]).imp
      expect(imp).to.include.keys('banner', 'video')
    })

    it('tells the floor that the floors module finds', () => {
      const asked_for = []
      const getFloor = (asked) => {
        asked_for.push(asked)
        return { currency: 'EUR', floor: 0.8 }
      }
      const [imp] = sent([bannerBid({ getFloor })]).imp
      expect(imp).to.include({ bidfloor: 0.8, bidfloorcur: 'EUR' })
      expect(asked_for.length).to.be.greaterThan(0)
    })

    it('tells no floor where there is none, or none that is a number', () => {
      expect(sent([bannerBid()]).imp[0]).to.not.have.any.keys('bidfloor', 'bidfloorcur')
      const getFloor = () => ({ currency: 'EUR', floor: Number.NaN })
      expect(sent([bannerBid({ getFloor })]).imp[0]).to.not.have.any.keys('bidfloor', 'bidfloorcur')
    })

    it('tells the page, its blocks and how long there is', () => {
      const data = sent([bannerBid()], {
        site: { page: 'https://review.example/lamps' },
        bcat: ['IAB25'],
        badv: ['x.example'],
      })
      expect(data.site.page).to.equal('https://review.example/lamps')
      expect(data).to.deep.include({ bcat: ['IAB25'], badv: ['x.example'], tmax: 1500, test: 0 })
      expect(sent([bannerBid()]).site.keywords).to.equal('harbour,lamps')
    })

    it('tells the supply chain where OpenRTB 2.6 has it', () => {
      const { source } = sent([bannerBid()], { source: { ext: { schain: SCHAIN, other: 1 } } })
      expect(source).to.deep.equal({ schain: SCHAIN, ext: { other: 1 } })
    })

    it('tells consent where OpenRTB 2.6 has it', () => {
      const { regs, user } = sent([bannerBid()], {
        regs: { coppa: 1, gpp: 'DBAA', gpp_sid: [7], ext: { gdpr: 1, us_privacy: '1YN-', gpc: '1' } },
        user: { ext: { consent: 'CPtcf' } },
      })
      expect(regs).to.deep.equal({
        coppa: 1,
        gdpr: 1,
        gpp: 'DBAA',
        gpp_sid: [7],
        us_privacy: '1YN-',
        ext: { gpc: '1' },
      })
      expect(user).to.deep.equal({ consent: 'CPtcf' })
    })

    it('tells the standard place before an extension', () => {
      const { regs, user } = sent([bannerBid()], {
        regs: { gdpr: 0, ext: { gdpr: 1 } },
        user: { consent: 'CPnew', ext: { consent: 'CPold' } },
      })
      expect(regs.gdpr).to.equal(0)
      expect(user.consent).to.equal('CPnew')
    })

    it('leaves out who somebody is, and where', () => {
      const data = sent([bannerBid()], {
        user: {
          id: 'u-1',
          buyeruid: 'b-1',
          yob: 1980,
          data: [{ segment: [{ id: 'rich' }] }],
          ext: { eids: [{ source: 'id.example', uids: [{ id: 'u-1' }] }] },
        },
        device: {
          ua: 'Mozilla/5.0',
          language: 'en',
          ifa: 'ifa-1',
          ip: '192.0.2.7',
          geo: { lat: 52.5, lon: 13.4 },
        },
      })
      expect(data).to.not.have.any.keys('user')
      expect(data.device).to.deep.equal({ ua: 'Mozilla/5.0', language: 'en' })
    })

    it('changes nothing that it was given', () => {
      const bids = [bannerBid()]
      const ortb2 = { source: { ext: { schain: SCHAIN } }, user: { ext: { consent: 'CPtcf' } } }
      const before = JSON.stringify([bids, ortb2])
      built(bids, ortb2)
      expect(JSON.stringify([bids, ortb2])).to.equal(before)
    })
  })

  describe('interpretResponse', () => {
    it('makes a bid of a banner', () => {
      const [bid] = interpreted([bannerBid()], [bannerAnswer()])
      expect(bid).to.deep.include({
        requestId: 'bid-1',
        cpm: 1.25,
        currency: 'EUR',
        width: 320,
        height: 100,
        creativeId: 'creative-7',
        netRevenue: true,
        ttl: 280,
        mediaType: 'banner',
      })
      expect(bid.ad).to.contain('https://ads.example/picture?price=1.25')
    })

    it('says whose advertisement it is, of which kind and category', () => {
      const [{ meta }] = interpreted([bannerBid()], [bannerAnswer()])
      expect(meta).to.deep.include({
        advertiserDomains: ['chess.example'],
        mediaType: 'banner',
        primaryCatId: 'IAB9-5',
        secondaryCatIds: ['IAB9'],
      })
    })

    it('makes a bid of a film', () => {
      const vast = `<VAST version="4.2"><Impression>https://ads.example/i?price=${PRICE}</Impression></VAST>`
      const [bid] = interpreted([videoBid()], [bannerAnswer({ impid: 'bid-2', mtype: 2, adm: vast })])
      expect(bid).to.deep.include({ mediaType: 'video', playerWidth: 640, playerHeight: 360 })
      expect(bid.vastXml).to.equal(vast.replace(PRICE, '1.25'))
      expect(bid.meta.mediaType).to.equal('video')
    })

    it('makes a bid of native', () => {
      const adm = JSON.stringify({ ver: '1.2', assets: [{ id: 1, title: { text: 'Play chess' } }] })
      const [bid] = interpreted([nativeBid()], [bannerAnswer({ impid: 'bid-3', mtype: 4, adm })])
      expect(bid.mediaType).to.equal('native')
      expect(bid.native.ortb.assets[0].title.text).to.equal('Play chess')
    })

    it('leaves the billing to Prebid.js, with the price, once, and drawn before it if need be', () => {
      const [bid] = interpreted([bannerBid()], [bannerAnswer()])
      const url = BURL.replace(PRICE, '1.25')
      expect(bid.burl).to.equal(url)
      expect(bid.eventtrackers).to.deep.equal([{ event: 1, method: 1, url }])
      expect(bid.deferRendering).to.equal(false)
    })

    it('names nothing to bill where the answer does not', () => {
      const [bid] = interpreted([bannerBid()], [bannerAnswer({ burl: undefined })])
      expect(bid).to.not.have.any.keys('eventtrackers', 'deferRendering')
    })

    it('takes the standard’s currency and five minutes where the answer names none', () => {
      const body = { id: 'asked-1', seatbid: [{ bid: [bannerAnswer({ exp: undefined })] }] }
      expect(interpreted([bannerBid()], [], body)[0]).to.include({ currency: 'USD', ttl: 300 })
    })

    it('makes no bid of no answer, an odd one, or one to something else', () => {
      for (const body of ['', null, {}, 'no json', { seatbid: [] }, { seatbid: [{}] }])
        expect(interpreted([bannerBid()], [], body), JSON.stringify(body)).to.deep.equal([])
      expect(interpreted([bannerBid()], [bannerAnswer({ impid: 'bid-9' })])).to.deep.equal([])
      expect(interpreted([bannerBid()], [bannerAnswer({ mtype: undefined })])).to.deep.equal([])
      expect(
        interpreted([nativeBid()], [bannerAnswer({ impid: 'bid-3', mtype: 4, adm: '{}' })]),
      ).to.deep.equal([])
    })
  })
})
