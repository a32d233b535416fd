import { aTenantOn } from '@weft/kit/testing/product-tenant.ts'
import { startProduct } from '@weft/kit/testing/product.ts'
import { quantile, row, type Row } from './figure.ts'

const calls = Number(process.env['WEFT_BENCH_CALLS'] ?? 300)

/** Milliseconds over HTTP for looking at an ordinary small file, one call at a time on an idle product: preview, and analysis of the same. */
export async function measure(): Promise<Row[]> {
  const product = await startProduct()
  try {
    const { user } = await aTenantOn(product, 'Previews')
    const form = new FormData()
    form.append('file', new Blob([orders]), 'orders.csv')
    await user.post('files', form)
    const looks = {
      'preview of 200 rows': () => user.get('files/preview?path=orders.csv'),
      'analysis of 200 rows': () => user.post('dynamic_models/analyze', { file: 'orders.csv' }),
    }
    const rows: Row[] = []
    for (const [name, look] of Object.entries(looks)) {
      const began = performance.now()
      await look()
      rows.push(row(`${name}, the first`, performance.now() - began, 'ms'))
      for (let i = 0; i < 20; i++) await look()
      const took: number[] = []
      for (let i = 0; i < calls; i++) {
        const at = performance.now()
        await look()
        took.push(performance.now() - at)
      }
      rows.push(
        row(`${name}, p50`, quantile(took, 0.5), 'ms', 50),
        row(`${name}, p99`, quantile(took, 0.99), 'ms', 200),
      )
    }
    return rows
  } finally {
    await product.stop()
  }
}

const orders = [
  'number,placed,customer,country,quantity,price',
  ...Array.from(
    { length: 200 },
    (_, i) =>
      `${10_248 + i},2026-0${1 + (i % 9)}-1${i % 10},Customer ${i % 17},DE,${1 + (i % 40)},${(i * 7) % 100}.${10 + (i % 90)}`,
  ),
].join('\n')
