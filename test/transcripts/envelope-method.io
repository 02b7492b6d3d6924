// method must be text.
// status: 400
>> {"jsonrpc":"2.0","id":1}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: method must be a string, not nothing"}}
// status: 400
>> {"jsonrpc":"2.0","id":2,"method":""}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"Invalid request: method must not be empty"}}
// status: 400
>> {"jsonrpc":"2.0","id":3,"method":7}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"Invalid request: method must be a string, not the number 7"}}
// status: 400
>> {"jsonrpc":"2.0","id":4,"method":["eth_chainId"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32600,"message":"Invalid request: method must be a string, not an array"}}
