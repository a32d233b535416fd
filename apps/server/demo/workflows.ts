/** Reads the master files into their structures; run once by hand, and whenever a master file is replaced. */
export const masterWorkflow = (
  masters: { step: string; file: string; model_id: string; structure_id: string; key: string }[],
) => `# Master data: one line of files beside the other, so they run at the same time.
weft: 1
label: Load master data
description: Customers, products and countries from the files the shop drops every evening.
steps:
  - id: by_hand
    element: manual
    label: By hand
    position: { x: 360, y: 0 }
${masters
  .map(
    ({ step, file, model_id, structure_id, key }, i) => `  - id: read_${step}
    element: read_file
    label: Read ${file}
    settings: { path: northwind/${file}, model_id: ${model_id} }
    position: { x: ${i * 280}, y: 130 }
  - id: write_${step}
    element: write_records
    label: Write ${step}
    settings: { structure_id: ${structure_id}, mode: upsert, key: [${key}] }
    position: { x: ${i * 280}, y: 260 }
`,
  )
  .join('')}edges:
${masters.map(({ step }) => `  - { from: by_hand.out, to: read_${step}.in }\n  - { from: read_${step}.out, to: write_${step}.in }\n`).join('')}`

/** Heads and lines of the orders become sales orders, every night and whenever the shop calls. */
export const orderWorkflow = ({
  orders_model,
  lines_model,
  mapping_id,
  shop_orders,
  sales_orders,
}: {
  orders_model: string
  lines_model: string
  mapping_id: string
  shop_orders: string
  sales_orders: string
}) => `# The shop's orders become sales orders with lines, exact totals and ISO countries.
weft: 1
label: Import sales orders
description: Joins the heads of the orders with their lines, maps them and writes what is new or has changed.
steps:
  - id: nightly
    element: schedule
    label: Every night
    settings: { option: daily, time: "02:30", zone: Europe/Berlin }
    position: { x: 0, y: 0 }
  - id: shop_calls
    element: webhook
    label: Shop calls
    position: { x: 260, y: 0 }
  - id: by_hand
    element: manual
    label: By hand
    position: { x: 520, y: 0 }
  - id: read_orders
    element: read_file
    label: Read orders
    settings: { path: northwind/orders.csv, model_id: ${orders_model} }
    position: { x: 120, y: 140 }
  - id: read_lines
    element: read_file
    label: Read order lines
    settings: { path: northwind/order-details.csv, model_id: ${lines_model} }
    position: { x: 400, y: 140 }
  - id: with_lines
    element: merge
    label: Lines to their orders
    settings: { mode: join, left_key: [order_id], right_key: [order_id], join: left, matches: list, into: lines }
    position: { x: 260, y: 280 }
  - id: keep_as_delivered
    element: write_records
    label: Keep as delivered
    note: The orders as the shop sent them, so that a question can be answered later.
    settings: { structure_id: ${shop_orders}, mode: upsert, key: [order_id] }
    position: { x: 260, y: 420 }
  - id: to_sales_order
    element: mapping
    label: Shop order to sales order
    settings: { mapping_id: ${mapping_id} }
    position: { x: 260, y: 560 }
  - id: write_orders
    element: write_records
    label: Write sales orders
    settings: { structure_id: ${sales_orders}, mode: upsert, key: [order_number] }
    position: { x: 260, y: 700 }
edges:
  - { from: nightly.out, to: read_orders.in }
  - { from: nightly.out, to: read_lines.in }
  - { from: shop_calls.out, to: read_orders.in }
  - { from: shop_calls.out, to: read_lines.in }
  - { from: by_hand.out, to: read_orders.in }
  - { from: by_hand.out, to: read_lines.in }
  - { from: read_orders.out, to: with_lines.in1 }
  - { from: read_lines.out, to: with_lines.in2 }
  - { from: with_lines.out, to: keep_as_delivered.in }
  - { from: keep_as_delivered.written, to: to_sales_order.in }
  - { from: to_sales_order.out, to: write_orders.in }
`
