// An id comes back in value and type.
>> {"jsonrpc":"2.0","id":1,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":1,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":0,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":0,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":-7,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":-7,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":1.5,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":1.5,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":1e3,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":1000,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":12345678901234567890,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":12345678901234567890,"result":"0x2105"}
>> {"jsonrpc":"2.0","id":"1","method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":"1","result":"0x2105"}
>> {"jsonrpc":"2.0","id":"two","method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":"two","result":"0x2105"}
>> {"jsonrpc":"2.0","id":"","method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":"","result":"0x2105"}
>> {"jsonrpc":"2.0","id":"\u00e9\n","method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":"é\n","result":"0x2105"}
>> {"jsonrpc":"2.0","id":null,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":null,"result":"0x2105"}
// In errors too.
>> {"jsonrpc":"2.0","id":"seven","method":"eth_getBalance","params":[]}
<< {"jsonrpc":"2.0","id":"seven","error":{"code":-32602,"message":"missing value for required argument 0 (address)"}}
// Anything else is no id.
// status: 400
>> {"jsonrpc":"2.0","id":{},"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: id must be a number, a string or null, not an object"}}
// status: 400
>> {"jsonrpc":"2.0","id":[1],"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: id must be a number, a string or null, not an array"}}
// status: 400
>> {"jsonrpc":"2.0","id":true,"method":"eth_chainId"}
<< {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: id must be a number, a string or null, not the boolean true"}}
