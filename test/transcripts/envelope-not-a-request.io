// JSON that is neither object nor array: HTTP 400, -32600, id null.
// status: 400
>> "eth_chainId"
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: expected an object or an array of objects, got \"eth_chainId\""}}
// status: 400
>> 1
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: expected an object or an array of objects, got the number 1"}}
// status: 400
>> null
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: expected an object or an array of objects, got nothing"}}
// status: 400
>> true
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: expected an object or an array of objects, got the boolean true"}}
