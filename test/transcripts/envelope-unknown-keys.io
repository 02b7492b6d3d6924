// Unknown keys are ignored, also those that mean something to JavaScript.
>> {"jsonrpc":"2.0","id":1,"method":"eth_chainId","extra":true,"result":1}
<< {"jsonrpc":"2.0","id":1,"result":"0x2105"}
>> {"__proto__":{"method":"eth_accounts"},"constructor":{"prototype":{"id":5}},"jsonrpc":"2.0","id":2,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":2,"result":"0x2105"}
// status: 400
>> {"__proto__":{"jsonrpc":"2.0","method":"eth_chainId"},"id":3}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"Invalid request: jsonrpc must be \"2.0\", not nothing"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_call","params":[{"__proto__":{"to":"0x00000000000000000000000000000000000000aa"},"to":"0x00000000000000000000000000000000000000aa","surprise":1},"latest"]}
<< {"jsonrpc":"2.0","id":4,"result":"0x"}
// A method of that name is unknown like any other.
>> {"jsonrpc":"2.0","id":5,"method":"__proto__"}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"the method \"__proto__\" does not exist"}}
>> {"jsonrpc":"2.0","id":6,"method":"constructor"}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32601,"message":"the method \"constructor\" does not exist"}}
>> {"jsonrpc":"2.0","id":7,"method":"toString"}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"the method \"toString\" does not exist"}}
