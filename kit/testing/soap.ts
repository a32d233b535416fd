import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listen } from 'soap'

const wsdl = (origin: string) => `<?xml version="1.0" encoding="utf-8"?>
<wsdl:definitions name="Shop" targetNamespace="urn:shop" xmlns:tns="urn:shop" xmlns:s="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">
 <wsdl:types>
  <s:schema targetNamespace="urn:shop" elementFormDefault="qualified">
   <s:complexType name="Line"><s:sequence><s:element name="sku" type="s:string"/><s:element name="count" type="s:int"/></s:sequence><s:attribute name="unit" type="s:string"/></s:complexType>
   <s:complexType name="Party"><s:sequence><s:element name="name" type="s:string"/></s:sequence></s:complexType>
   <s:complexType name="Customer"><s:complexContent><s:extension base="tns:Party"><s:sequence><s:element name="city" type="s:string" minOccurs="0"/></s:sequence></s:extension></s:complexContent></s:complexType>
   <s:simpleType name="Price"><s:restriction base="s:decimal"><s:fractionDigits value="2"/></s:restriction></s:simpleType>
   <s:element name="PlaceOrder"><s:complexType><s:sequence>
    <s:element name="id" type="s:int"/><s:element name="customer" type="tns:Customer"/><s:element name="line" type="tns:Line" minOccurs="0" maxOccurs="unbounded"/><s:element name="note" type="s:string" minOccurs="0"/>
   </s:sequence></s:complexType></s:element>
   <s:element name="PlaceOrderResponse"><s:complexType><s:sequence>
    <s:element name="number" type="s:string"/><s:element name="total" type="tns:Price"/><s:element name="open" type="s:boolean"/><s:element name="line" type="tns:Line" minOccurs="0" maxOccurs="unbounded"/>
   </s:sequence></s:complexType></s:element>
  </s:schema>
 </wsdl:types>
 <wsdl:message name="In"><wsdl:part name="parameters" element="tns:PlaceOrder"/></wsdl:message>
 <wsdl:message name="Out"><wsdl:part name="parameters" element="tns:PlaceOrderResponse"/></wsdl:message>
 <wsdl:portType name="ShopType"><wsdl:operation name="PlaceOrder"><wsdl:input message="tns:In"/><wsdl:output message="tns:Out"/></wsdl:operation></wsdl:portType>
 <wsdl:binding name="ShopBinding" type="tns:ShopType">
  <soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
  <wsdl:operation name="PlaceOrder"><soap:operation soapAction="urn:shop#PlaceOrder" style="document"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>
 </wsdl:binding>
 <wsdl:service name="Shop"><wsdl:port name="ShopPort" binding="tns:ShopBinding"><soap:address location="${origin}/shop"/></wsdl:port></wsdl:service>
</wsdl:definitions>`

type Order = { id: number; customer: { name: string; city?: string }; line?: unknown }

/** The server of the package soap with a shop that takes orders from whoever knows its user and password. */
export async function soapCounterpart() {
  const server = createServer((_, response) => response.writeHead(404).end())
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const orders: Order[] = []
  const PlaceOrder = (order: Order) => {
    if (order.id === 13) throw { Fault: { faultcode: 'soap:Client', faultstring: 'Order 13 is not <taken>.' } }
    orders.push(order)
    const line = [order.line ?? []].flat()
    return { number: `A-${order.id}`, total: '12345678901234567890.50', open: true, line }
  }
  const soap = listen(server, { path: '/shop', services: { Shop: { ShopPort: { PlaceOrder } } }, xml: wsdl(origin) })
  type Token = { UsernameToken?: { Username: unknown; Password: unknown } }
  const plain = (value: unknown) =>
    typeof value === 'object' && value !== null ? (value as { $value: unknown }).$value : value
  soap.authenticate = (security: Token) => {
    const { Username, Password } = security?.UsernameToken ?? {}
    return plain(Username) === 'weft' && plain(Password) === 'right <&> word'
  }
  return {
    base_url: `${origin}/shop`,
    wsdl: wsdl(origin),
    orders,
    close: () => new Promise<void>((done) => (server.closeAllConnections(), server.close(() => done()))),
  }
}
