import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertAccessible } from '@weft/kit/testing/accessible.ts'
import { aJourney } from './opening.ts'
import { looks, visitedPlaces, walk } from './places.ts'

const { product, browser } = await aJourney({ demo: true })
const places = await visitedPlaces(product)

// What stands there, in words and titles, is looked at in addresses.test.ts.
test(
  'every screen, light and dark, English and German, has no fault and nothing that keeps anybody out',
  { timeout: 1_500_000 },
  async () => {
    const wrong: string[] = []
    // Which colours stand beside each other is the same in both languages.
    const different = looks.filter(({ language, scheme }) => language === 'en' || scheme === 'light')
    const faults = await walk(browser, product, places, { looks: different }, (page, { name }, { language, scheme }) =>
      assertAccessible(page, `${name} ${scheme} ${language}`, { colours: scheme === 'dark' }).catch(
        (error: assert.AssertionError) => wrong.push(String(error.actual)),
      ),
    )
    assert.deepEqual([...wrong, ...faults], [])
  },
)
