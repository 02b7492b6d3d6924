// A body that is no JSON: HTTP 400, -32700, id null, and what was wrong.
// status: 400
>> {"jsonrpc":"2.0","id":1,"method":"eth_chainId"
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: <why>"}}
// status: 400
>> nonsense
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: <why>"}}
// status: 400
>> 
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: the body is empty"}}
// status: 400
>> {'jsonrpc':'2.0'}
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: <why>"}}
