import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encoded, signed } from './sign.server.ts'

// As published: https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
const signer = {
  access_key: 'AKIAIOSFODNN7EXAMPLE',
  secret_key: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  session_token: '',
  region: 'us-east-1',
}
const now = new Date('2013-05-24T00:00:00Z')
const bucket = 'https://examplebucket.s3.amazonaws.com'

const cases = {
  'GET of a range': {
    method: 'GET',
    url: `${bucket}/test.txt`,
    headers: { range: 'bytes=0-9' },
    body: '',
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  'PUT of an object': {
    method: 'PUT',
    url: `${bucket}/test%24file.text`,
    headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
    body: 'Welcome to Amazon S3.',
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  'GET of the lifecycle': {
    method: 'GET',
    url: `${bucket}/?lifecycle`,
    headers: {},
    body: '',
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  'GET of a list': {
    method: 'GET',
    url: `${bucket}/?max-keys=2&prefix=J`,
    headers: {},
    body: '',
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
}

for (const [name, { signature, url, ...request }] of Object.entries(cases))
  test(`${name} is signed as Amazon publishes it`, () => {
    const { authorization } = signed({ ...request, url: new URL(url) }, signer, now)
    assert.equal(/Signature=(\w+)$/.exec(authorization!)?.[1], signature)
  })

test('a temporary key is sent and signed', () => {
  const headers = signed(
    { method: 'GET', url: new URL(bucket), headers: {}, body: '' },
    { ...signer, session_token: 'T' },
  )
  assert.equal(headers['x-amz-security-token'], 'T')
  assert.match(headers['authorization']!, /SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,/)
})

test('what stands in a key is encoded as Amazon does', () => {
  assert.equal(encoded(`a b+c/(d)!*'~ä`), 'a%20b%2Bc%2F%28d%29%21%2A%27~%C3%A4')
})
