// An address that is none is -32602 and says why.
>> {"jsonrpc":"2.0","id":1,"method":"eth_getBalance","params":[]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"missing value for required argument 0 (address)"}}
>> {"jsonrpc":"2.0","id":2,"method":"eth_getBalance","params":[null,"latest"]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"missing value for required argument 0 (address)"}}
>> {"jsonrpc":"2.0","id":3,"method":"eth_getBalance","params":[1,"latest"]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"invalid argument 0 (address): expected a hex string, got the number 1"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_getBalance","params":["","latest"]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"invalid argument 0 (address): empty hex string"}}
>> {"jsonrpc":"2.0","id":5,"method":"eth_getBalance","params":["0x","latest"]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32602,"message":"invalid argument 0 (address): hex string has length 0, want 40 for address"}}
>> {"jsonrpc":"2.0","id":6,"method":"eth_getBalance","params":["f39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest"]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32602,"message":"invalid argument 0 (address): hex string without 0x prefix"}}
>> {"jsonrpc":"2.0","id":7,"method":"eth_getBalance","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb922","latest"]}
<< {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"invalid argument 0 (address): hex string has length 38, want 40 for address"}}
>> {"jsonrpc":"2.0","id":8,"method":"eth_getBalance","params":["0xf39fd6e51aad88f6f4ce6ab8827279cfffb9226600","latest"]}
<< {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"invalid argument 0 (address): hex string has length 42, want 40 for address"}}
>> {"jsonrpc":"2.0","id":9,"method":"eth_getBalance","params":["0xg39fd6e51aad88f6f4ce6ab8827279cfffb92266","latest"]}
<< {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"invalid argument 0 (address): invalid hex string: \"g\" is not a hex digit"}}
>> {"jsonrpc":"2.0","id":10,"method":"eth_getBalance","params":[{},"latest"]}
<< {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"invalid argument 0 (address): expected a hex string, got an object"}}
// Any case is fine.
>> {"jsonrpc":"2.0","id":11,"method":"eth_getTransactionCount","params":["0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266","latest"]}
<< {"jsonrpc":"2.0","id":11,"result":"0x0"}
>> {"jsonrpc":"2.0","id":12,"method":"eth_getTransactionCount","params":["0xF39FD6E51AAD88F6F4CE6AB8827279CFFFB92266","latest"]}
<< {"jsonrpc":"2.0","id":12,"result":"0x0"}
