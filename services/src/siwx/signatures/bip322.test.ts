import { base64 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bip122 } from './bip122.js'
import type { Signed } from './signer.js'

/** Only these fields are read for a Bitcoin account. */
const verify = (address: string, text: string, signature: string) => bip122.verify({ text, message: { address }, signature } as Signed)

/** Test vectors of BIP-322 (2.0; CC0): name, address, message, signature. */
const vectors: readonly (readonly [string, string, string, string])[] = [
  [
    'simple, P2WPKH, the empty message',
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    '',
    'smpAkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'simple, P2WPKH, the same with another nonce',
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    '',
    'smpAkgwRQIhAPkJ1Q4oYS0htvyuSFHLxRQpFAY56b70UvE7Dxazen0ZAiAtZfFz1S6T6I23MWI2lK/pcNTWncuyL8UL+oMdydVgzAEhAsfxIAMZZEKUPYWI4BruhAQjzFT8FSFSajuFwrDL1Yhy',
  ],
  [
    'simple, P2WPKH',
    'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
    'Hello World',
    'smpAkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
  ],
  [
    'simple, P2WSH of three keys of three',
    'bc1qp0ahvfh83088w49k405szqgg4f3pptr7p2g06tdxfjcd40z4lh4q95lsz9',
    'This will be a p2wsh 3-of-3 multisig BIP 322 signed message',
    'smpBQBHMEQCIFX9aaqPJWq2Ff2kpen5bFDTid+ehgUOpHV0LfjncXy4AiA3GNicF7aKPzdpa9PCpmaYQs3pHd+qbvvhXdxOCKCAMAFIMEUCIQD/ELXg6CNYyUQijCg96JtgvgjZb9dsl1Ctof4QAeyTcQIgVM/1AAblFl/DCt6A1gJg+T/i2qU5SQD09+chFJzolRwBSDBFAiEAlqRfSFyWNVQhvaCnmeV5tyneiCWMTcFbuujoD/pFa3wCIGnZjfQb8NolSYq9asV+ZeBSkCGHJcqnaV4JYS5MYPEGAWlTIQJ1aLEfEi/4p7wcV+XHZCBVvGGJZ7L3v+jhH+mZA8lN0yECCovfec+kIdllXpKCgA8RX/HZ2x5yHOtCSKP8/sf6pnwhAwxSng6kCgCXXSAmJOOZFdr3vdK3HzGqCFloOHgc5fM6U64=',
  ],
  [
    'simple, P2WSH of two keys of two',
    'bc1qw6g0rgrpuxvj4edkwtvzpmt3c5m08mhp8nuk3mrk4erufvlczp5ssdscjd',
    'G7ZTXXOVJFHGDD6XYJAGBAMT5A',
    'smpBABIMEUCIQCKl1f9Cj26k0fFWE48+O4ibhYJYPytbDZWJRaaG9BybwIgCbk+3BViWkpuu2RI+41dwtlQ/m/01G860pTFCzDFfokBSDBFAiEA0O77DJsaM7IO+Ht06sp3umzXB64CNNOwf2isZuPfdmwCIGlggOwRSkXsqlPhE1gMdd5hf7ycL33Orfrr4v/XnMGSAUdSIQNsu/OwZurHvJMoiJoSAmmCHLoqIc5Wblh+rek+7rhASCECgYVkUspeAxwRfM6v4GRBhN/gGxTfpPqZuOlBIYZxTJZSrg==',
  ],
  [
    'simple, P2TR',
    'bc1pcquvhrqv0q68t4m0hfq6tpn006qrskyc7yrqnp2uyrf2emg3wynsdjyk38',
    'PURVOQ544B6HUATVBJZN5EZJUU',
    'smpAUB6B2Rbupzua8LTQIF06516wzl+cwKy1be8RgoiW0riyXdKwe6GTz/5Hnb37m67pJwIKCh+D5jDueG6KpvYpmu8',
  ],
  [
    'simple, P2TR, without prefix',
    'bc1pss0zhytly75awhm6x2hhvd5lnzv3vssgrf9axfheq8ldyzn88ges79fler',
    'No prefix fallback',
    'AUCJYOwOjxYAvatTAGYaVlNXBVyFuc4MwNQkOuK2tl8xhfKDONd0NjfYyNSYcRqeCp8hsAnCEPHAVEkO9h6vbQ/R',
  ],
  [
    'full, P2WPKH',
    'bc1qrqtlzcq86850yzgsyq9sssawx2qxlx5yq3xpkd',
    'KLE5MMJBTNF4AVZXIO3GIL5UWF',
    'fulAgAAAAABAUrfzHHOLAKmgCIFSTT3krp+cQxj1BDPBN4GBg3tRmFXAAAAAADgBwAAAQAAAAAAAAAAAWoCSDBFAiEAjYj85zyhQKa9DbMO0reDwdhkNwKJkF3q2qFcijXDgMUCIAaQ75s3fwqrCeYIUJugLvhxZFxQIVquGN90vIKCW3QLASEDMurnDzvc0zABUwVwCADfGXoDx/M3SQnYt7e3IHDoU3PgBwAA',
  ],
  [
    'full, P2WPKH, without prefix',
    'bc1qkwzsslep5elkuat4608v7tpntpr3d9n7w5cwwq',
    'YGIAANMREUXLFRI4HIEOCE4T23',
    'AgAAAAABAaVatLF3wpACTG5XowFYPJPv65lgTlZypjUV9d1DNduCAAAAAADgBwAAAQAAAAAAAAAAAWoCRzBEAiB+SJdR6bVLpv5+kK8pOXSUDS24rU53YkTQEvelQJ22uwIgEfqM8eYTupu4LtA0Tz7z1LIbhpP2PrUxWEt9osnrxFEBIQMasC7JaIHbbAUt1kU81yx7S4QHScnEDBs4GsdHDPMPSuAHAAA=',
  ],
  [
    'full, P2TR',
    'bc1pve87s3l2levjmhetzr2f9xvep3y266xty0hnefmyv8tkxc3e4qssll2kdu',
    'XQMVC3YR6AOGZIHLSUQ2NSSBI2',
    'fulAgAAAAABAROFPNY6Zt8hFK0YQq5Wb6wk/CnUYEPtQ0HTHDyzNROrAAAAAADgBwAAAQAAAAAAAAAAAWoBQNRdLOo5XZY0SBqAsLZNr/z3Bqrmo3OxVn7e4tD/OOD4H9U/L1unq5Nmdz+S1w7SHtt46bFwnd8xnRVan8BofFfgBwAA',
  ],
  [
    'full, P2WSH of two keys of two',
    'bc1qg8r3cl47rrr75dwvr7jhzdukptegnmq8v0nmjd2jdn4qvlczqkts0rqtav',
    'QXYOWYWO7ZGJC4OPNC367HBUQF',
    'fulAgAAAAABAXshuDM6YKy1LClwk1ZOM5egX7RTFPOCvtxJkYFYk/FEAAAAAADgBwAAAQAAAAAAAAAAAWoEAEgwRQIhAI9uOxvqmBV0pldOoKWnSYhjobNhP4F+gxO0QlOdGtxFAiBROcNruLigZE4lj1DJEh8yGrqS00MeW463EO78TsaRFgFIMEUCIQCAhIqYuU4wDA2AYsU+QDVyucH4Tm/NSDP2+txyPMKEkAIgfuGlSh7ncxb2yV3S3aOF5uwHGqtIZjp3b4HW0d35EckBR1IhAkT3y4QqTOTzUs5AYq5eCl1g1vqgsHtiwgY0hKpSl7vOIQI07tYZDvxHcWuVOgULVj+LK1I63eqVWuQzUd0qkqpJ9FKu4AcAAA==',
  ],
  [
    'full, P2SH that wraps P2WPKH',
    '32Utb7Seg6EXq7UesMNJXhQ1gdohYNyzQ9',
    'EMYGZHEY3LIANYKCR7XJF3NMFQ',
    'fulAgAAAAABAe5xLNMlYQH4OGjJ3h4lqQaVp0Cic7mwxkvyWswqFMXeAAAAABcWABSy/hpDH/KLAi4x25Tmb2UaO1xtWeAHAAABAAAAAAAAAAABagJHMEQCIDEleqb0n1R5c21TGkWRXNFae98wbwI0QOyh/YmRuQX1AiAcv1MhyTzPOVgZ1VIwuu0tDxrVJUHK8lhOUOXpsZnGwwEhAsjeDEoWX8hvEC8A/692yGQsPh6JBO8Zf4aITEQsKAcJ4AcAAA==',
  ],
  [
    'proof of funds, P2TR with three further coins',
    'bc1pk3vq3wpn4txexwq4dj0k2dugzp6kfwllvs89w49cvtk3j2cndcds3l9kw9',
    'FUYMQWKYGS7HJEN7YFEZU5SNR5',
    'pofcHNidP8BALgCAAAABDzMFysa2DX0k4ZymoVfzNzTIL3gsWlu03HcfI+NxhOxAAAAAADIAQAAVd4moQMhq/rd+2ecRsJ0Xeg6/SdhA+owjzyzg/Fqd/oAAAAAAAAAAABuZFRaqjWRO6kKy5hrEHAg+T12/Iuz+FZBwwMt/FQvkgAAAAAAAAAAAG5kVFqqNZE7qQrLmGsQcCD5PXb8i7P4VkHDAy38VC+SAQAAAAAAAAAAAQAAAAAAAAAAAWp7AAAAAAEBKwAAAAAAAAAAIlEgtFgIuDOqzZM4FWyfZTeIEHVku/9kDldUuGLtGSsTbhsBCEIBQKoTEBqEPkib1fLnELbmsbDVlmWGzOdiiN/XJefU3tF9AEi7PszYEPguomxXp7X2rL0dP0xkV6LbBcVz7oAEeKkAAQErTkYFAAAAAAAiUSB4i5DCtSPHOkI30E30ayMoWL47vA5l2NBJp/pZ1XGduAEIQgFAic0muhAJNc4ZlRWeJGRgkN+oE/ptV4Znyli19VAnSsHM/Pb9Mp02dd3zk3RmuT6VgjBxdJn2yURGKOka3l9cugABAStORgUAAAAAACJRIMoNyg9Pai/pn4PHTOMEsDHkuUAHt5riqU81NVVj+fXKAQhCAUCL3W2Jh3ImNRSpbp0bLe+rBE4GJw5AjwJEhakHsm83YfuQKeY1syBFrmNV2ZvLv8R8uTLcmkJ1s/lWUxZ9o4qJAAEBK05GBQAAAAAAIlEgXCutuyDOvc4hiADdov7VmOUfq4ww6HES7JZ6NAucMJkBCEIBQDqu/4oik+J+eAbvUhzzuBkoVoOgD5RySjpvJQqTKNieBda8dMTkH2avx6ghs7zd6puujlBCQw3r/NiG4VX7wAEAAA==',
  ],
]

/** Valid "at time T and age S", says the standard: their owner may sign later, which is no sign-in now. */
const timeLocked = [
  [
    'bc1qhqcmw7ud03vqde3pe6hzajaylhucmlatrkcztzpnk8vpgvhg9dzq5ydark',
    'MGKMA2MJUBDHT55J7MHOLM7UPE',
    'fulAgAAAAABAYYJeOOOi3c33O+dholAwiF51Amy/E0qIf3ew2vFtDtTAAAAAADgBwAAAQAAAAAAAAAAAWoDSDBFAiEA64MwD2HkJjPLPAc2u5ia6ZdwCVO3okzVqGPEXnuJGZQCIE27BGOBQTdwJ2M/Wdsm6nFVunqaj+xZBSG/g/64FMbtAQBNYyEDrYfXhOkh0CvwuJpB+O3tal2ECfO0v7k1/A4PTlGcQiBnAuAHsnUhA4ZGGvodKgqeg/ZYffm6miaKaG57VkCSjmmRprCa+ulyaKzgBwAA',
  ],
  [
    'bc1p6vffkx7vcyezrjq7pg9qqdjv7vmtanfhk8ukwsn4syejwmarmhxqp0rw5x',
    'AY2VOQOXYI5CN2EHZKLOX7ZI37',
    'fulAgAAAAABAaza7/ukfX9ZdxCUvK7CPJgADDdPdF7ikXVKWctd5EHrAAAAAADgBwAAAQAAAAAAAAAAAWoEQPvuT0enYGwsab2lsPZU0U3OcRkGng+o/PAt4QU2lc8hG7lTUmflkt0To+eoipv2vptf0TlGOBCsKU5xE3kXKcMAS2MgrYfXhOkh0CvwuJpB+O3tal2ECfO0v7k1/A4PTlGcQiBnAuAHsnUgJjLn4tl5ytgC8CNTyITXmg4rx9ctxPedwRMPEBvfoUBorCHBJjLn4tl5ytgC8CNTyITXmg4rx9ctxPedwRMPEBvfoUDgBwAA',
  ],
] as const

const hello = vectors[2]?.[3] ?? ''
const helloAddress = vectors[2]?.[1] ?? ''

describe('BIP-322', () => {
  test.each(vectors)('behavior: %s', (_name, address, message, signature) => {
    expect(verify(address, message, signature)).toBe(true)
  })

  test.each(vectors)('error: %s, of another message or by another address', (_name, address, message, signature) => {
    expect(verify(address, `${message}.`, signature)).toBe(false)
    for (const [, other] of vectors) if (other !== address) expect(verify(other, message, signature)).toBe(false)
  })

  test.each(timeLocked)('error: a script with a time lock, %s', (address, message, signature) => {
    expect(verify(address, message, signature)).toBe(false)
  })

  test('error: what no form of the standard is', () => {
    for (const signature of ['', 'not-valid-base64!!!', 'smp', 'ful', 'pof', 'smpAA==', 'fooAA==', `foo${hello.slice(3)}`, `smp${hello}`])
      expect(verify(helloAddress, 'Hello World', signature), signature).toBe(false)
  })

  test('error: a signature under the prefix of another form', () => {
    for (const [name, address, message, signature] of vectors)
      for (const prefix of ['smp', 'ful', 'pof']) {
        const bare = signature.replace(/^(?:smp|ful|pof)/, '')
        const expected = name.startsWith({ smp: 'simple', ful: 'full', pof: 'proof' }[prefix] ?? '')
        expect(verify(address, message, prefix + bare), `${name} as ${prefix}`).toBe(expected)
      }
  })

  test('error: a signature with any byte changed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...vectors),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        ([name, address, message, signature], at, by) => {
          const prefix = /^(?:smp|ful|pof)/.exec(signature)?.[0] ?? ''
          const bytes = base64.decode(signature.slice(prefix.length))
          // Of a proof of funds, the transaction: the rest of the PSBT is its container, and the witnesses of coins that only a node can judge.
          const [start, end] = name.startsWith('proof') ? [8, 192] : [0, bytes.length]
          const index = start + (at % (end - start))
          bytes[index] = (bytes[index] ?? 0) ^ by
          expect(verify(address, message, prefix + base64.encode(bytes))).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })
})
