// jsonrpc must be there and be "2.0". The id is echoed where there is a usable one.
// status: 400
>> {"id":1,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: jsonrpc must be \"2.0\", not nothing"}}
// status: 400
>> {"jsonrpc":"1.0","id":2,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"Invalid request: jsonrpc must be \"2.0\", not \"1.0\""}}
// status: 400
>> {"jsonrpc":2.0,"id":3,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"Invalid request: jsonrpc must be \"2.0\", not the number 2"}}
// status: 400
>> {"jsonrpc":null,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: jsonrpc must be \"2.0\", not nothing"}}
