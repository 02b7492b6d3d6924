// What cannot be done cannot be estimated.
// no balance
>> {"jsonrpc":"2.0","id":1,"method":"eth_estimateGas","params":[{"from":"0x00000000000000000000000000000000000000aa","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","value":"0x1"}]}
<< {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"insufficient funds for gas * price + value"}}
// never enough gas
>> {"jsonrpc":"2.0","id":2,"method":"eth_estimateGas","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0x5b5f56"}}]}
<< {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"gas required exceeds allowance (16777216)"}}
// not enough gas given
>> {"jsonrpc":"2.0","id":3,"method":"eth_estimateGas","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x00000000000000000000000000000000000000aa","gas":"0x5300"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0x5f545f5500"}}]}
<< {"jsonrpc":"2.0","id":3,"error":{"code":-32000,"message":"gas required exceeds allowance (21248)"}}
>> {"jsonrpc":"2.0","id":4,"method":"eth_estimateGas","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","gas":"0x5207"}]}
<< {"jsonrpc":"2.0","id":4,"error":{"code":-32000,"message":"intrinsic gas too low"}}
// a stack with nothing on it
>> {"jsonrpc":"2.0","id":5,"method":"eth_estimateGas","params":[{"to":"0x00000000000000000000000000000000000000aa"},"latest",{"0x00000000000000000000000000000000000000aa":{"code":"0x50"}}]}
<< {"jsonrpc":"2.0","id":5,"error":{"code":-32000,"message":"EVM error: stack underflow"}}
// a fee cap below the base fee
>> {"jsonrpc":"2.0","id":6,"method":"eth_estimateGas","params":[{"from":"0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266","to":"0x70997970c51812dc3a010c7d01b50e0d17dc79c8","maxFeePerGas":"0x1"}]}
<< {"jsonrpc":"2.0","id":6,"error":{"code":-32000,"message":"max fee per gas less than block base fee"}}
